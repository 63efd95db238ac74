/// The style sheet of all pages. Colours have a contrast of at least 4.5 to 1 with what is behind them; a test computes it.
enum PageStyle {
    static let text: StaticString = """
        :root {
          --page: #f7f7f5; --card: #ffffff; --ink: #1a1d22; --soft: #565d69; --line: #dcdfe4; --link: #1a56b0;
          --code: #f1f2f4; --focus: #1a56b0;
          --failed: #a8211a; --failed-back: #fdebe9; --errored: #8a1a59; --errored-back: #fce9f3;
          --inconclusive: #63379a; --inconclusive-back: #f2ebfb; --warned: #7d4b00; --warned-back: #fdf1d8;
          --passed: #17653a; --passed-back: #e5f4ea; --skipped: #545b66; --skipped-back: #eceef1;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --page: #13151a; --card: #1b1e25; --ink: #e8eaee; --soft: #a7aeba; --line: #323843; --link: #92b8ff;
            --code: #252a33; --focus: #92b8ff;
            --failed: #ff9f96; --failed-back: #411c19; --errored: #ff9fd0; --errored-back: #3d1830;
            --inconclusive: #cdb0ff; --inconclusive-back: #2c2144; --warned: #f3c36f; --warned-back: #38290f;
            --passed: #86d9a6; --passed-back: #163321; --skipped: #a7aeba; --skipped-back: #272c35;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
          font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
        }
        body > header, body > nav, main, footer { padding: 0 max(1rem, calc(50vw - 36rem)); }
        a { color: var(--link); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { left: 1rem; top: 1rem; z-index: 3; padding: .5rem 1rem; background: var(--card); }
        body > header { padding-top: 2rem; padding-bottom: 1rem; }
        .brand { margin: 0; font-weight: 600; color: var(--soft); letter-spacing: .08em; text-transform: uppercase;
          font-size: .8rem; }
        h1 { margin: .1rem 0 .2rem; font-size: 2rem; line-height: 1.2; overflow-wrap: anywhere; }
        h2 { margin: 0 0 1rem; font-size: 1.35rem; }
        h3 { margin: 1.5rem 0 .6rem; font-size: 1.05rem; overflow-wrap: anywhere; }
        h3::first-letter { text-transform: uppercase; }
        h4 { margin: 1rem 0 .3rem; font-size: 1rem; overflow-wrap: anywhere; }
        p { margin: .3rem 0; overflow-wrap: anywhere; }
        .soft { color: var(--soft); }
        body > nav { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); }
        body > nav ul { display: flex; gap: 1.4rem; margin: 0; padding: .7rem 0; list-style: none; overflow-x: auto; }
        body > nav a { white-space: nowrap; text-decoration: none; font-weight: 500; }
        body > nav a:hover { text-decoration: underline; }
        main > section { margin: 1.5rem 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line);
          border-radius: 10px; }
        footer { padding-bottom: 3rem; color: var(--soft); font-size: .875rem; }

        .verdict { margin: 0 0 1rem; padding: .8rem 1rem; border-radius: 8px; border-left: 6px solid; font-size: 1.15rem;
          font-weight: 600; }
        .verdict p { margin: .1rem 0 0; font-size: 1rem; font-weight: 400; color: var(--ink); }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .6rem; margin: 0 0 1rem;
          padding: 0; list-style: none; }
        .tiles li { padding: .5rem .8rem; border-radius: 8px; }
        .tiles strong { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
        .tiles a { color: inherit; text-decoration: none; display: block; }
        .tiles a:hover { text-decoration: underline; }
        .bar { display: block; width: 100%; height: .6rem; border-radius: 4px; background: var(--code); }
        .tiles + .bar { margin: 0 0 1.2rem; }
        td .bar { min-width: 8rem; }
        [data-state=failed], [data-state=violated], [data-state=new], [data-state=changed], [data-state=expired],
        [data-state=worse]
          { --tone: var(--failed); --back: var(--failed-back); }
        [data-state=errored] { --tone: var(--errored); --back: var(--errored-back); }
        [data-state=inconclusive], [data-state=not-judged], [data-state=lost]
          { --tone: var(--inconclusive); --back: var(--inconclusive-back); }
        [data-state=warned], [data-state=newly-skipped] { --tone: var(--warned); --back: var(--warned-back); }
        [data-state=passed], [data-state=met], [data-state=fixed], [data-state=better]
          { --tone: var(--passed); --back: var(--passed-back); }
        [data-state=skipped], [data-state=not-applicable], [data-state=without-case], [data-state=same]
          { --tone: var(--skipped); --back: var(--skipped-back); }
        .badge { display: inline-block; padding: .05rem .5rem; border-radius: 4px; font-size: .8125rem; font-weight: 600;
          color: var(--tone); background: var(--back); white-space: nowrap; }
        .verdict, .tiles li { color: var(--tone); background: var(--back); border-color: var(--tone); }
        rect[data-state] { fill: var(--tone); }
        rect[data-state=without-case] { fill: var(--line); }

        .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(21rem, 1fr)); gap: .1rem 2rem; margin: 0; }
        .facts div { display: grid; grid-template-columns: 7.5rem 1fr; gap: .5rem; padding: .2rem 0; }
        dt { color: var(--soft); }
        dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
        pre, code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
          font-size: .875em; }
        .command { margin: .3rem 0; padding: .5rem .7rem; background: var(--code); border-radius: 6px; overflow-x: auto;
          white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
        table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
        caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
        th, td { padding: .35rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: middle; }
        thead th { color: var(--soft); font-weight: 500; font-size: .875rem; }
        tbody th { min-width: 8rem; font-weight: 500; overflow-wrap: anywhere; }
        td .bar { height: .5rem; }
        .histogram { display: block; width: 10rem; height: 2.5rem; background: var(--code); border-radius: 4px; }
        .trend { display: grid; grid-template-columns: auto 1fr; gap: .2rem .6rem; margin-bottom: .4rem; color: var(--soft);
          font-size: .8125rem; font-variant-numeric: tabular-nums; }
        .scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; }
        .scale :only-child { margin: auto 0; }
        .plot { display: block; width: 100%; height: 8rem; background: var(--code); border-radius: 4px; }
        .plot line, .plot polyline { vector-effect: non-scaling-stroke; fill: none; stroke: var(--soft); }
        .plot .dot { stroke: var(--link); stroke-width: 6px; stroke-linecap: round; }
        .plot .level { stroke: var(--ink); stroke-width: 2px; }
        .plot line[data-state] { stroke: var(--tone); stroke-width: 2px; stroke-dasharray: 5 4; }
        .reach { grid-column: 2; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
        td .soft, th .soft { font-size: .8125rem; font-weight: 400; }
        .number { text-align: right; white-space: nowrap; }
        .scrolls { overflow-x: auto; }

        .filter { display: flex; flex-wrap: wrap; gap: .8rem 1.2rem; align-items: end; margin-bottom: 1rem; }
        .filter[hidden], .more[hidden], section[hidden] { display: none; }
        .more { margin-top: 1rem; }
        .field { display: grid; gap: .2rem; flex: 1 1 14rem; }
        .field > span, legend { font-size: .875rem; color: var(--soft); }
        .field:has(select) { flex: 0 1 12rem; }
        input[type=search], select { width: 100%; padding: .45rem .6rem; font: inherit; color: inherit;
          background: var(--card); border: 1px solid var(--soft); border-radius: 6px; }
        fieldset { display: flex; flex-wrap: wrap; gap: .3rem .9rem; margin: 0; padding: 0; border: 0; flex: 1 1 100%; }
        legend { float: left; padding: 0; margin-right: .4rem; }
        .box { display: inline-flex; gap: .35rem; align-items: center; }
        .actions { display: flex; flex-wrap: wrap; gap: .8rem; align-items: center; flex: 1 1 100%; }
        button { padding: .35rem .8rem; font: inherit; font-size: .875rem; color: inherit; background: var(--code);
          border: 1px solid var(--soft); border-radius: 6px; cursor: pointer; }
        output { color: var(--soft); }

        .list { margin: 0; padding: 0; list-style: none; }
        .row { content-visibility: auto; contain-intrinsic-size: auto 3.6rem; border-top: 1px solid var(--line); }
        .few .row { content-visibility: visible; }
        .row.plain, .row > details > summary { display: grid; grid-template-columns: 7rem 1fr auto; gap: .1rem .8rem;
          padding: .55rem .4rem; align-items: start; }
        .row > details > summary { cursor: pointer; list-style: none; }
        .row > details > summary::-webkit-details-marker { display: none; }
        .row > details > summary .name::before { content: "\\25B8"; display: inline-block; width: 1.1em;
          color: var(--soft); }
        .row > details[open] > summary .name::before { content: "\\25BE"; }
        .row > details > summary:hover { background: var(--code); }
        .row.plain .name { padding-left: 1.1em; }
        .what { min-width: 0; overflow-wrap: anywhere; display: block; }
        .name { font-weight: 600; display: block; }
        .title, .gist { display: block; padding-left: 1.1em; font-size: .9375rem; }
        .gist { color: var(--soft); }
        .time { color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; font-size: .875rem; }
        .inside { padding: .2rem .4rem 1.2rem 2rem; }
        .finding { margin: .6rem 0; padding: .1rem .9rem .7rem; border-left: 4px solid var(--tone); background: var(--page);
          border-radius: 0 6px 6px 0; }
        .step { display: grid; grid-template-columns: 6rem 1fr; gap: .15rem .6rem; margin: .5rem 0 0; }
        .wire { margin: .3rem 0; padding: 0; list-style: none; font-size: .9375rem; overflow-x: auto; }
        .wire li { display: grid; grid-template-columns: 4rem 6.5rem 5rem 1.4rem minmax(12rem, 1fr); gap: 0 .5rem;
          padding: .15rem .4rem; border-left: 3px solid transparent; }
        .wire li.cited { border-left-color: var(--failed); background: var(--page); }
        .wire span { color: var(--soft); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        .wire pre { grid-column: 5; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--ink); }
        .wire .bytes { color: var(--soft); }
        .hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .causes { margin: 0; padding-left: 1.4rem; }
        .causes li { margin: .5rem 0; overflow-wrap: anywhere; }

        @media (max-width: 46rem) {
          main > section { padding: 1rem; border-radius: 0; margin-left: -1rem; margin-right: -1rem; border-left: 0;
            border-right: 0; }
          .row.plain, .row > details > summary { grid-template-columns: 1fr auto; }
          .row .what { grid-column: 1 / -1; grid-row: 2; }
          .inside { padding-left: .4rem; }
          .facts { grid-template-columns: 1fr; }
          .wire li { grid-template-columns: auto auto auto auto; justify-content: start; }
          .wire code, .wire pre { grid-column: 1 / -1; }
          .scrolls caption { width: calc(100vw - 4rem); }
          h1 { font-size: 1.6rem; }
        }
        @media print {
          :root { --page: #fff; --card: #fff; --code: #f4f4f4; }
          body { font-size: 9.5pt; }
          body > nav, .filter, .more, .skip { display: none; }
          body > header, main, footer { padding: 0; }
          main > section { border: 0; padding: 0; margin: 1rem 0; }
          .row { content-visibility: visible; }
          .scrolls, .wire { overflow: visible; }
          table { font-size: 8pt; }
          th, td { padding: .2rem .3rem; }
          tbody th { white-space: normal; }
          td .bar { min-width: 4rem; }
          .histogram { width: 5rem; }
          .row.plain, .row > details > summary { grid-template-columns: 6rem 1fr auto; }
          .row.plain, summary, .finding, .trend, tr { break-inside: avoid; }
          h2, h3, h4 { break-after: avoid; }
          .inside { padding-left: 1rem; }
          [data-state=passed] .title, [data-state=met] .title { display: none; }
          /* The table of areas counts what no case has judged: hundreds of rows would follow. */
          .row:is([data-state=not-judged], [data-state=not-applicable], [data-state=without-case]) { display: none; }
          .bar, .plot, .badge, .verdict, .tiles li { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
        }
        """
}
