/// A part of a page with a heading, which the page's navigation lists.
///
/// To add a part to a page, write a type for it and list it in the page.
protocol PageSection {
    var anchor: StaticString { get }
    /// The heading, which is also the entry of the navigation.
    var title: CleanText { get }
    /// Whether there is nothing to show, so the page leaves the part out.
    var isEmpty: Bool { get }

    /// Writes everything below the heading.
    func write(into page: inout HTMLWriter)
}
