import HAPModel
import Testing

/// Checks of a page that run in the browser.
enum PageChecks {
    /// The texts whose contrast with what is behind them is below 4.5 to 1 (WCAG 2.2, 1.4.3), each with the contrast.
    static let poorContrast = """
        (() => {
          const channels = (text) => text.match(/[\\d.]+/g).map(Number);
          const light = (value) => { value /= 255; return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
          const luminance = ([red, green, blue]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
          const behind = (element) => {
            for (let place = element; place !== null; place = place.parentElement) {
              const color = channels(getComputedStyle(place).backgroundColor);
              if (color.length === 3 || color[3] === 1) return color;
            }
            return [255, 255, 255];
          };
          const poor = [];
          for (const element of document.body.querySelectorAll("*")) {
            const hasText = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim() !== "");
            if (!hasText || !element.checkVisibility() || element.closest("script, style, option, .hidden-text")) continue;
            const pair = [luminance(channels(getComputedStyle(element).color)), luminance(behind(element))];
            const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
            if (contrast < 4.5) poor.push(`${contrast.toFixed(2)} ${element.textContent.slice(0, 40)}`);
          }
          return poor.slice(0, 10);
        })()
        """
}

extension BrowserPage {
    /// Opens a page in light and dark and on a phone, and expects texts that can be read, no sideways scrolling, and the
    /// landmarks and names that screen readers need.
    func expectAccessible(_ path: String) async throws {
        for (theme, width) in [("light", 1280), ("dark", 1280), ("light", 360)] {
            try await open(path, theme: theme, width: width)
            try await value("document.querySelectorAll('details').forEach(one => one.open = true)")
            try await settle()
            #expect(try await value(PageChecks.poorContrast) == [], "\(path) \(theme) \(width)")
            let wide = try await value("document.documentElement.scrollWidth - innerWidth")
            #expect((wide.int64Value ?? 1) <= 0, "\(path) \(width)")
        }
        let nodes = try #require(try await browser.ask("tree")["nodes"]?.arrayValue)
        let roles = Set(nodes.compactMap { $0["role"]?.stringValue })
        for role in ["banner", "navigation", "main", "contentinfo", "search", "heading", "list", "searchbox"] {
            #expect(roles.contains(role), "\(path) \(role)")
        }
        let named: Set = [
            "link", "button", "checkbox", "searchbox", "combobox", "image", "region", "heading", "navigation",
            "DisclosureTriangle", "table",
        ]
        let nameless = nodes.filter { node in
            named.contains(node["role"]?.stringValue ?? "") && node["name"]?.stringValue?.isEmpty != false
        }
        #expect(nameless.isEmpty, "\(path)")
    }

    /// Checks that hostile texts stayed texts: with everything opened and touched, none has run, and the page has no elements beside
    /// its own.
    func expectNoForeignMarkup() async throws {
        try await value("document.querySelectorAll('details').forEach(one => one.open = true)")
        try await value("document.querySelectorAll('*').forEach(one => one.dispatchEvent(new MouseEvent('mouseover')))")
        try await settle()
        #expect(try await value("window.owned === undefined") == true)
        #expect(try await value("document.querySelectorAll('img, iframe, base, object, embed, link').length") == 0)
        #expect(try await value("document.querySelectorAll('script').length") == 1)
    }
}
