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
