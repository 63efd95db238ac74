import Foundation
import Testing

@Suite("Layering")
struct LayeringTests {
    /// The modules of the toolchain, which need no line in the manifest.
    private let toolchain: Set<String> = ["Foundation", "Dispatch", "Synchronization", "Glibc"]

    @Test("A layer depends only on layers that precede it in Package.swift")
    func oneDirection() throws {
        let layers = try Manifest.ofThisPackage().layers
        let names = Set(layers.map(\.name))
        var above: Set<String> = []
        for layer in layers {
            let below = names.intersection(layer.dependencies).subtracting(above)
            #expect(below.isEmpty, "\(layer.name) depends on \(below.sorted()), which stand below it")
            above.insert(layer.name)
        }
    }

    @Test("A source file imports only what its layer declares")
    func importsAreDeclared() throws {
        for layer in try Manifest.ofThisPackage().layers where layer.kind != "system" {
            for file in try Checkout.sources(of: layer.name) {
                let undeclared = try ImportScan.modules(inFile: file)
                    .subtracting(layer.dependencies)
                    .subtracting(toolchain)
                #expect(undeclared.isEmpty, "\(file.path) imports \(undeclared.sorted()), not declared by its layer")
            }
        }
    }

    @Test("The picture of the layers shows each one, and what a layer uses is drawn below it or to its right")
    func picture() throws {
        let file = Checkout.root.appending(path: "Sources/assay/Assay.docc/Resources/layers.svg")
        let box = #/<rect x="([0-9.]+)" y="([0-9.]+)".*\n.* class="name">([^<]+)<\/text>/#
        var places: [String: (x: Double, y: Double)] = [:]
        for match in try String(contentsOf: file, encoding: .utf8).matches(of: box) {
            let place = (x: try #require(Double(match.1)), y: try #require(Double(match.2)))
            for name in match.3.split(separator: ", ") { places[String(name)] = place }
        }
        let layers = try Manifest.ofThisPackage().layers
        #expect(Set(places.keys) == Set(layers.map(\.name)))
        for layer in layers {
            guard let own = places[layer.name] else { continue }
            for (name, place) in places where layer.dependencies.contains(name) {
                #expect(place.y > own.y || (place.y == own.y && place.x >= own.x), "\(layer.name) uses \(name)")
            }
        }
    }

    @Test("A command file stays under 100 lines: the work is done below the command line")
    func shortCommands() throws {
        let commands = try Checkout.sources(of: "assay").filter { $0.path.contains("/Commands/") }
        #expect(commands.count > 10)
        for file in commands {
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            #expect(lines.count - 1 < 100, "\(file.lastPathComponent) has \(lines.count - 1) lines")
        }
    }

    @Test(
        "What comes from elsewhere is used by one layer alone",
        arguments: [
            ("CSodium", "HAPCrypto"), ("CZlib", "Compression"), ("COpenSSL", "HAPCrypto"), ("CXML2", "Reporting"),
            ("CStamps", "Links"), ("Histogram", "Measurement"), ("HeapModule", "Measurement"), ("DequeModule", "CoAP"),
            ("CX509", "Certificates"), ("NIOCore", "Links"), ("NIOPosix", "Links"), ("NIOSSL", "Links"),
            ("Yams", "MarkedYAML"), ("ArgumentParser", "assay"), ("Subprocess", "AssayKit"),
            ("SystemPackage", "AssayKit"), ("GRDB", "HistoryStore"), ("CPostgres", "HistoryStore"),
        ]
    )
    func foreignModule(_ module: String, belongsTo owner: String) throws {
        let users = try Manifest.ofThisPackage().layers.filter { $0.dependencies.contains(module) }.map(\.name)
        #expect(users == [owner])
    }

    @Test("External packages are used only by their own layers")
    func foreignModulesAreKnown() throws {
        let manifest = try Manifest.ofThisPackage()
        let own = Set(manifest.targets.map(\.name))
        let known: Set = [
            "Histogram", "NIOCore", "NIOPosix", "NIOSSL", "Yams", "ArgumentParser", "Subprocess", "SystemPackage",
            "GRDB", "HeapModule", "DequeModule",
        ]
        for layer in manifest.layers {
            let unknown = Set(layer.dependencies).subtracting(own).subtracting(known)
            #expect(unknown.isEmpty, "\(layer.name) depends on \(unknown.sorted())")
        }
    }

    @Test("The top level holds what it should and nothing else", .enabled(if: Checkout.isClone))
    func topLevel() throws {
        let listing = String(decoding: try Checkout.output(of: "git", "ls-files", "-z"), as: UTF8.self)
        let names = Set(listing.split(separator: "\0").compactMap { $0.split(separator: "/").first.map(String.init) })
        let odd = names.filter { !$0.hasPrefix(".") }
            .subtracting(["Package.swift", "Sources", "Tests", "Suites", "Reports", "README.md"])
        #expect(odd.isEmpty)
    }

    @Test("The scan sees every form of import, and nothing else")
    func scan() {
        let source = """
            import A
            package import B
            @testable import C
            @preconcurrency public import struct D.Thing
            @_spi(Inner) import E.Part
                import F
            // import G
            let important = "import H"
            """
        #expect(ImportScan.modules(in: source) == ["A", "B", "C", "D", "E", "F"])
    }
}
