import Judge

/// An attribute of an element.
///
/// Only the functions here make one, and none of them makes an event handler, a style or the address of a file: a text
/// cannot become more than the value of an attribute that shows it or is compared with it.
struct HTMLAttribute {
    let name: StaticString
    /// `nil` for an attribute without a value.
    let value: CleanText?

    private init(_ name: StaticString, _ value: CleanText? = nil) {
        self.name = name
        self.value = value
    }

    static func `class`(_ name: StaticString) -> HTMLAttribute {
        HTMLAttribute("class", CleanText(stringLiteral: name))
    }

    static func id(_ anchor: Anchor) -> HTMLAttribute { HTMLAttribute("id", anchor.name) }

    /// A link to another place of the same page.
    static func href(_ anchor: Anchor) -> HTMLAttribute { HTMLAttribute("href", "#\(anchor.name)") }

    static func role(_ role: StaticString) -> HTMLAttribute { HTMLAttribute("role", CleanText(stringLiteral: role)) }

    /// The name that a screen reader says.
    static func label(_ text: CleanText) -> HTMLAttribute { HTMLAttribute("aria-label", text) }

    static func labelled(by anchor: Anchor) -> HTMLAttribute { HTMLAttribute("aria-labelledby", anchor.name) }

    /// What the style and the filter know of an element: `failed`.
    static func state(_ state: CleanText) -> HTMLAttribute { HTMLAttribute("data-state", state) }

    static func state(_ outcome: Verdict.Outcome) -> HTMLAttribute { state(CleanText(outcome.rawValue)) }

    /// The part of the list that a row belongs to, for the filter.
    static func part(_ part: CleanText) -> HTMLAttribute { HTMLAttribute("data-part", part) }

    /// The list that a form filters.
    static func filters(_ list: Anchor) -> HTMLAttribute { HTMLAttribute("data-list", list.name) }

    /// What a button does to a list.
    static func does(_ action: StaticString) -> HTMLAttribute {
        HTMLAttribute("data-do", CleanText(stringLiteral: action))
    }

    static func type(_ type: StaticString) -> HTMLAttribute { HTMLAttribute("type", CleanText(stringLiteral: type)) }
    static func value(_ value: CleanText) -> HTMLAttribute { HTMLAttribute("value", value) }
    static func scope(_ scope: StaticString) -> HTMLAttribute {
        HTMLAttribute("scope", CleanText(stringLiteral: scope))
    }

    static let isChecked = HTMLAttribute("checked")
    static let isHidden = HTMLAttribute("hidden")
    /// Screen readers leave the element out, because a text beside it says the same.
    static let isDecoration = HTMLAttribute("aria-hidden", "true")
    /// Changes are read out.
    static let isLive = HTMLAttribute("aria-live", "polite")
    /// The keyboard reaches the element, so that its content can be scrolled.
    static let isReachable = HTMLAttribute("tabindex", "0")

    // Of graphics, in the units of the view box.
    static func viewBox(width: Int, height: Int) -> HTMLAttribute {
        HTMLAttribute("viewBox", "0 0 \(width) \(height)")
    }
    static let stretches = HTMLAttribute("preserveAspectRatio", "none")
    static func x(_ x: Double) -> HTMLAttribute { HTMLAttribute("x", decimal(x)) }
    static func y(_ y: Double) -> HTMLAttribute { HTMLAttribute("y", decimal(y)) }
    static func width(_ width: Double) -> HTMLAttribute { HTMLAttribute("width", decimal(width)) }
    static func height(_ height: Double) -> HTMLAttribute { HTMLAttribute("height", decimal(height)) }

    /// The begin of a line.
    static func x1(_ x: Double) -> HTMLAttribute { HTMLAttribute("x1", decimal(x)) }
    static func y1(_ y: Double) -> HTMLAttribute { HTMLAttribute("y1", decimal(y)) }
    /// The end of a line.
    static func x2(_ x: Double) -> HTMLAttribute { HTMLAttribute("x2", decimal(x)) }
    static func y2(_ y: Double) -> HTMLAttribute { HTMLAttribute("y2", decimal(y)) }
    /// The corners of a line.
    static func points(_ points: [(x: Double, y: Double)]) -> HTMLAttribute {
        HTMLAttribute("points", points.map { "\(decimal($0.x)),\(decimal($0.y))" }.joined(separator: " "))
    }

    private static func decimal(_ value: Double) -> CleanText { "\((value * 100).rounded() / 100)" }

    // Of the head.
    static let english = HTMLAttribute("lang", "en")
    static let utf8 = HTMLAttribute("charset", "utf-8")
    static func meta(_ name: StaticString) -> HTMLAttribute { HTMLAttribute("name", CleanText(stringLiteral: name)) }
    static func header(_ name: StaticString) -> HTMLAttribute {
        HTMLAttribute("http-equiv", CleanText(stringLiteral: name))
    }
    static func content(_ text: CleanText) -> HTMLAttribute { HTMLAttribute("content", text) }
}
