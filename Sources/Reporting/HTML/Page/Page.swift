/// A self-contained HTML page: it needs no network, no server and no other file, and works without its script.
struct Page {
    /// The title of the window.
    var title: CleanText
    /// The heading of the page.
    var heading: CleanText
    /// One line below the heading.
    var subtitle: CleanText
    /// What made the page and what it leaves out, at its end.
    var colophon: [CleanText]
    var sections: [any PageSection]

    private static let main = Anchor("main")

    /// The document in UTF-8.
    func encoded() -> [UInt8] {
        var page = HTMLWriter()
        page.element(.html, [.english]) { page in
            page.endLine()
            page.element(.head, content: head)
            page.endLine()
            page.element(.body, content: body)
        }
        page.endLine()
        return page.bytes
    }

    private func head(_ page: inout HTMLWriter) {
        page.element(.meta, [.utf8])
        page.endLine()
        // Nothing is loaded, no form is sent, and only the page's own style and script count.
        let policy: CleanText =
            "default-src 'none'; style-src \(HTMLWriter.source(allowing: PageStyle.text)); script-src \(HTMLWriter.source(allowing: PageScript.text)); base-uri 'none'; form-action 'none'"
        page.element(.meta, [.header("Content-Security-Policy"), .content(policy)])
        page.endLine()
        page.element(.meta, [.meta("viewport"), .content("width=device-width, initial-scale=1")])
        page.element(.meta, [.meta("color-scheme"), .content("light dark")])
        page.element(.meta, [.meta("referrer"), .content("no-referrer")])
        page.endLine()
        page.element(.title, title)
        page.endLine()
        page.style(PageStyle.text)
    }

    private func body(_ page: inout HTMLWriter) {
        let shown = sections.filter { !$0.isEmpty }
        page.endLine()
        page.element(.a, [.class("skip"), .href(Self.main)], "Skip to the content")
        page.element(.header) { page in
            page.element(.p, [.class("brand")], "Assay")
            page.element(.h1, heading)
            page.element(.p, [.class("soft")], subtitle)
        }
        page.endLine()
        page.element(.nav, [.label("Parts of the page")]) { page in
            page.element(.ul) { page in
                for section in shown {
                    page.element(.li) { $0.element(.a, [.href(Anchor(section.anchor))], section.title) }
                }
            }
        }
        page.endLine()
        page.element(.main, [.id(Self.main)]) { page in
            for section in shown { write(section, into: &page) }
        }
        page.endLine()
        page.element(.footer) { page in
            for line in colophon { page.element(.p, line) }
        }
        page.endLine()
        page.script(PageScript.text)
    }

    private func write(_ section: any PageSection, into page: inout HTMLWriter) {
        let anchor = Anchor(section.anchor)
        page.endLine()
        page.element(.section, [.id(anchor), .label(section.title)]) { page in
            page.element(.h2, section.title)
            section.write(into: &page)
        }
    }
}
