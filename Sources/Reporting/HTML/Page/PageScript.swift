/// The script of all pages: it filters lists, opens what a link leads to, and opens everything of interest for print.
///
/// It never makes markup from a text: it only shows, hides and opens elements that the page has. Of a long list it keeps
/// the first rows in the document, and puts the next ones into it when the reader gets there: the work for a key of the
/// search does not grow with the list.
enum PageScript {
    static let text: StaticString = """
        "use strict";
        (() => {
          const step = 200;
          const quiet = new Set(["passed", "met", "skipped", "not-applicable", "without-case", "same"]);
          class List {
            constructor(form) {
              this.element = document.getElementById(form.dataset.list);
              this.rows = Array.from(this.element.querySelectorAll(".row"));
              this.parents = Array.from(new Set(this.rows.map((row) => row.parentElement)));
              this.places = new Map(this.rows.map((row, index) => [row, this.parents.indexOf(row.parentElement)]));
              this.boxes = Array.from(form.querySelectorAll("input[type=checkbox]"));
              this.search = form.querySelector("input[type=search]");
              this.part = form.querySelector("select");
              this.output = form.querySelector("output");
              this.more = this.element.nextElementSibling;
              this.texts = null;
              this.limit = step;
              this.isWaiting = false;
              form.addEventListener("input", () => this.filterSoon());
              form.addEventListener("submit", (event) => event.preventDefault());
              form.addEventListener("click", (event) => {
                if (event.target.dataset.do !== undefined) this.openAll(event.target.dataset.do === "open");
              });
              this.search.addEventListener("keydown", (event) => {
                if (event.key === "Escape") { this.search.value = ""; this.filter(); }
              });
              this.more.addEventListener("click", () => this.grow(this.limit + step));
              new IntersectionObserver((entries) => {
                if (entries.some((entry) => entry.isIntersecting)) this.grow(this.limit + step);
              }, { rootMargin: "600px" }).observe(this.more);
              form.hidden = false;
              this.filter();
            }
            // Many keys in one frame are one change.
            filterSoon() {
              if (this.isWaiting) return;
              this.isWaiting = true;
              requestAnimationFrame(() => { this.isWaiting = false; this.filter(); });
            }
            filter() {
              const words = this.search.value.toLowerCase().split(/\\s+/).filter((word) => word);
              if (words.length > 0 && this.texts === null) {
                this.texts = this.rows.map((row) => row.textContent.toLowerCase());
              }
              const states = new Set(this.boxes.filter((box) => box.checked).map((box) => box.value));
              const part = this.part === null ? "" : this.part.value;
              this.found = this.rows.filter((row, index) => states.has(row.dataset.state)
                && (part === "" || row.dataset.part === part)
                && words.every((word) => this.texts[index].includes(word)));
              const [found, all] = [this.found.length, this.rows.length];
              this.output.textContent = found === all ? `all ${all}` : `${found} of ${all}`;
              this.show(step);
            }
            grow(limit) {
              if (limit > this.limit && this.limit < this.found.length) this.show(limit);
            }
            show(limit) {
              this.limit = limit;
              const shown = this.parents.map(() => []);
              for (const row of this.found.slice(0, limit)) shown[this.places.get(row)].push(row);
              this.parents.forEach((parent, index) => {
                const rows = shown[index];
                const isSame = parent.childElementCount === rows.length
                  && rows.every((row, place) => parent.children[place] === row);
                if (!isSame) parent.replaceChildren(...rows);
                const section = parent.closest("section section");
                if (section !== null) section.hidden = rows.length === 0;
              });
              this.more.hidden = limit >= this.found.length;
              // Few rows are laid out at once, so that none is blank while the page scrolls.
              this.element.classList.toggle("few", Math.min(limit, this.found.length) <= 5 * step);
            }
            openAll(isOpen) {
              for (const details of this.element.querySelectorAll(".row > details")) details.open = isOpen;
            }
            // Shows a row or a group that is not in the document or hidden now, whatever the filter says.
            reveal(id) {
              const find = () => this.found.findIndex((row) => row.id === id
                || row.dataset.state === id && this.element.querySelector(`[id="${CSS.escape(id)}"]`) !== null);
              let index = find();
              if (index < 0) {
                this.search.value = "";
                for (const box of this.boxes) box.checked = true;
                if (this.part !== null) this.part.value = "";
                this.filter();
                index = find();
              }
              if (index >= 0) this.grow(index + step);
            }
          }
          const lists = Array.from(document.querySelectorAll("form.filter")).map((form) => new List(form));
          document.addEventListener("keydown", (event) => {
            if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
            if (lists.length === 0 || event.target.matches("input, select, textarea")) return;
            event.preventDefault();
            lists[0].search.focus();
          });
          const follow = () => {
            const id = location.hash.slice(1);
            if (id === "") return;
            const isShown = () => document.getElementById(id)?.checkVisibility() ?? false;
            for (const list of lists) {
              if (!isShown() && (list.rows.some((row) => row.id === id) || list.element.querySelector(`#${CSS.escape(id)}`))) {
                list.reveal(id);
              }
            }
            const target = document.getElementById(id);
            if (target === null) return;
            if (target.firstElementChild instanceof HTMLDetailsElement) target.firstElementChild.open = true;
            target.scrollIntoView();
          };
          addEventListener("hashchange", follow);
          follow();
          let opened = [];
          addEventListener("beforeprint", () => {
            for (const list of lists) list.show(Infinity);
            opened = Array.from(document.querySelectorAll("details:not([open])"))
              .filter((details) => !quiet.has((details.closest("[data-state]") || details).dataset.state));
            for (const details of opened) details.open = true;
          });
          addEventListener("afterprint", () => {
            for (const details of opened) details.open = false;
            opened = [];
            for (const list of lists) list.show(step);
          });
        })();
        """
}
