// swift-tools-version: 6.2
import PackageDescription

// One target a layer, from the bottom to the top, each followed by its tests. A layer imports only layers listed above it.
// LayeringTests checks this over the dumped package.
let package = Package(
    name: "assay",
    products: [
        .executable(name: "assay", targets: ["assay"]),
        .library(name: "AssayKit", targets: ["AssayKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // C libraries: module maps and shims only.
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CStamps"),
        .systemLibrary(name: "CX509", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // Time and the wire, without HAP.
        .target(
            name: "Measurement",
            dependencies: [
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ]
        ),
        .testTarget(name: "MeasurementTests", dependencies: ["Measurement"]),
        .target(
            name: "Links",
            dependencies: [
                "Measurement", "CStamps",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .testTarget(name: "LinksTests", dependencies: ["Links", "Measurement"]),
        .target(name: "Certificates", dependencies: ["CX509"]),
        .testTarget(name: "CertificatesTests", dependencies: ["Certificates"]),
        .target(name: "Relay", dependencies: ["Measurement", "Links"]),
        .testTarget(name: "RelayTests", dependencies: ["Relay", "Certificates", "Measurement", "Links"]),
        .target(name: "Compression", dependencies: ["CZlib"]),
        .testTarget(name: "CompressionTests", dependencies: ["Compression"]),
        .target(name: "HTTPWire"),
        .testTarget(name: "HTTPWireTests", dependencies: ["HTTPWire"]),
        .target(name: "DNSWire"),
        .testTarget(name: "DNSWireTests", dependencies: ["DNSWire"]),
        .target(
            name: "CoAP",
            dependencies: ["Measurement", "Links", .product(name: "DequeModule", package: "swift-collections")]
        ),
        .testTarget(name: "CoAPTests", dependencies: ["CoAP", "Measurement", "Links"]),
        .target(name: "MarkedYAML", dependencies: [.product(name: "Yams", package: "Yams")]),
        .testTarget(name: "MarkedYAMLTests", dependencies: ["MarkedYAML"]),

        // The protocol.
        .target(name: "HAPModel"),
        .testTarget(name: "HAPModelTests", dependencies: ["HAPModel", "MarkedYAML"]),
        .target(name: "HAPCrypto", dependencies: ["HAPModel", "COpenSSL", "CSodium"]),
        .testTarget(name: "HAPCryptoTests", dependencies: ["HAPCrypto", "HAPModel", "CSodium", "Vectors"]),
        .target(name: "HAPPairing", dependencies: ["HAPModel", "HAPCrypto"]),
        .testTarget(name: "HAPPairingTests", dependencies: ["HAPPairing", "HAPCrypto", "HAPModel", "Vectors"]),
        .target(name: "HAPSession", dependencies: ["HAPModel", "HAPCrypto", "HTTPWire"]),
        .testTarget(
            name: "HAPSessionTests",
            dependencies: ["HAPSession", "HTTPWire", "HAPCrypto", "HAPModel", "Vectors"]
        ),
        .target(
            name: "HAPController",
            dependencies: [
                "Measurement", "Links", "HTTPWire", "DNSWire", "CoAP", "HAPModel", "HAPCrypto", "HAPPairing",
                "HAPSession",
            ]
        ),
        .testTarget(
            name: "HAPControllerTests",
            dependencies: [
                "HAPController", "Measurement", "Links", "HTTPWire", "DNSWire", "CoAP", "HAPModel", "HAPCrypto",
                "HAPPairing", "HAPSession",
            ]
        ),
        .target(
            name: "HAPAccessory",
            dependencies: [
                "Measurement", "Links", "HTTPWire", "DNSWire", "CoAP", "MarkedYAML", "HAPModel", "HAPCrypto",
                "HAPPairing", "HAPSession",
            ]
        ),
        .testTarget(
            name: "HAPAccessoryTests",
            dependencies: [
                "HAPAccessory", "Measurement", "Links", "HTTPWire", "DNSWire", "CoAP", "MarkedYAML", "HAPModel",
                "HAPCrypto", "HAPPairing", "HAPSession",
            ]
        ),

        // Loads and their times, on any transport.
        .target(
            name: "Latency",
            dependencies: ["Measurement", "Links", "MarkedYAML", "HAPModel", "HAPController"]
        ),
        .testTarget(name: "LatencyTests", dependencies: ["Latency", "Measurement", "Links", "HAPModel"]),

        // The tester.
        .target(name: "SuiteLanguage", dependencies: ["Measurement", "MarkedYAML", "HAPModel", "Latency"]),
        .testTarget(
            name: "SuiteLanguageTests",
            dependencies: ["SuiteLanguage", "Measurement", "MarkedYAML", "HAPModel", "Latency"]
        ),
        .target(
            name: "Profiles",
            dependencies: ["Measurement", "MarkedYAML", "HAPModel", "Latency", "SuiteLanguage"]
        ),
        .testTarget(
            name: "ProfilesTests",
            dependencies: ["Profiles", "Measurement", "MarkedYAML", "HAPModel", "Latency", "SuiteLanguage"]
        ),
        .target(
            name: "RunRecord",
            dependencies: [
                "Measurement", "Compression", "MarkedYAML", "HAPModel", "HAPCrypto", "Latency", "SuiteLanguage",
            ]
        ),
        .testTarget(
            name: "RunRecordTests",
            dependencies: ["RunRecord", "Measurement", "Compression", "HAPModel", "Latency", "SuiteLanguage"]
        ),
        .target(
            name: "Judge",
            dependencies: ["Measurement", "MarkedYAML", "HAPModel", "Latency", "SuiteLanguage", "RunRecord"]
        ),
        .testTarget(
            name: "JudgeTests",
            dependencies: ["Judge", "Measurement", "MarkedYAML", "HAPModel", "Latency", "SuiteLanguage", "RunRecord"]
        ),
        .target(name: "Gate", dependencies: ["MarkedYAML", "HAPModel", "SuiteLanguage", "RunRecord", "Judge"]),
        .testTarget(
            name: "GateTests",
            dependencies: ["Gate", "MarkedYAML", "HAPModel", "SuiteLanguage", "RunRecord", "Judge"]
        ),
        .target(
            name: "Regression",
            dependencies: ["Measurement", "HAPModel", "Latency", "SuiteLanguage", "RunRecord", "Judge", "Gate"]
        ),
        .testTarget(
            name: "RegressionTests",
            dependencies: [
                "Regression", "Measurement", "Links", "HAPModel", "Latency", "SuiteLanguage", "RunRecord", "Judge",
            ]
        ),
        // What is kept of many runs, and where.
        .target(
            name: "History",
            dependencies: [
                "Measurement", "HAPModel", "SuiteLanguage", "RunRecord", "Judge", "Gate", "Regression",
            ]
        ),
        .testTarget(name: "HistoryTests", dependencies: ["History", "Measurement", "Judge", "Histories"]),
        .target(
            name: "HistoryStore",
            dependencies: ["Measurement", "History", "CPostgres", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .testTarget(name: "HistoryStoreTests", dependencies: ["HistoryStore", "History", "Measurement", "Processes"]),
        .target(
            name: "Observations",
            dependencies: [
                "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession", "HAPController", "Latency",
                "SuiteLanguage",
            ]
        ),
        .testTarget(
            name: "ObservationsTests",
            dependencies: [
                "Observations", "Measurement", "Links", "HTTPWire", "DNSWire", "HAPModel", "HAPCrypto", "HAPPairing",
                "HAPSession", "HAPController", "SuiteLanguage",
            ]
        ),
        .target(
            name: "Runner",
            dependencies: [
                "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession", "HAPController", "Latency",
                "SuiteLanguage", "RunRecord", "Judge", "Gate", "Observations",
            ]
        ),
        .testTarget(
            name: "RunnerTests",
            dependencies: [
                "Runner", "Regression", "Measurement", "Links", "Latency", "HAPModel", "HAPCrypto", "HAPPairing",
                "HAPSession",
                "HAPController",
                "HAPAccessory", "SuiteLanguage", "RunRecord", "Judge", "Observations", "SelfTest", "Checkout",
            ]
        ),
        .target(
            name: "Reporting",
            dependencies: [
                "Measurement", "MarkedYAML", "HAPModel", "HAPCrypto", "Latency", "SuiteLanguage", "RunRecord", "Judge",
                "Gate", "Regression", "History", "CXML2",
            ]
        ),
        .testTarget(
            name: "ReportingTests",
            dependencies: [
                "Reporting", "Measurement", "HAPModel", "HAPAccessory", "Latency", "SuiteLanguage", "RunRecord",
                "Judge",
                "Gate", "Regression", "History",
                "SelfTest", "AssayKit", "Checkout", "Histories", "CXML2",
            ],
            exclude: ["Fixtures"]
        ),
        .target(
            name: "SelfTest",
            dependencies: [
                "Measurement", "Links", "MarkedYAML", "HAPModel", "HAPCrypto", "HAPPairing", "HAPController",
                "HAPAccessory", "SuiteLanguage", "RunRecord", "Judge", "Observations", "Runner", "Reporting",
            ]
        ),
        .testTarget(
            name: "SelfTestTests",
            dependencies: [
                "SelfTest", "Measurement", "Links", "MarkedYAML", "HAPModel", "HAPCrypto", "HAPAccessory",
                "SuiteLanguage", "RunRecord", "Judge", "Runner", "Reporting", "AssayKit", "Checkout",
                "Processes",
            ]
        ),
        .target(
            name: "AssayKit",
            dependencies: [
                "Measurement", "Links", "Certificates", "Relay", "MarkedYAML", "HAPModel", "HAPCrypto", "HAPPairing",
                "HAPController", "HAPAccessory", "Latency", "SuiteLanguage", "Profiles", "RunRecord", "Judge", "Gate",
                "Regression", "History", "HistoryStore", "Observations", "Runner", "Reporting", "SelfTest",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // It sees what a user of the library sees.
        .testTarget(name: "AssayKitTests", dependencies: ["AssayKit"], packageAccess: false),
        .executableTarget(
            name: "assay",
            dependencies: [
                "Measurement", "MarkedYAML", "Links", "Certificates", "Relay", "HAPModel", "HAPPairing", "HAPAccessory",
                "Latency", "SuiteLanguage", "Profiles", "RunRecord", "Judge", "Gate", "Regression", "History", "Runner",
                "Reporting", "SelfTest", "AssayKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "assay", "Processes", "Measurement", "Links", "Compression", "HAPModel", "HAPCrypto", "HAPPairing",
                "HAPAccessory", "SuiteLanguage", "RunRecord", "Judge", "SelfTest", "AssayKit", "FaultyLinks", "Relay",
                "Certificates", "Histories",
            ],
            exclude: ["Fixtures"]
        ),

        // The proof that a transport is added without a change above the bindings.
        .testTarget(
            name: "TransportProofTests",
            dependencies: [
                "Measurement", "Links", "CoAP", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession",
                "HAPController", "HAPAccessory", "SuiteLanguage", "Judge", "RunRecord", "Runner", "Reporting",
                "SelfTest",
                "AssayKit", "Checkout",
            ]
        ),

        // Runs over links that fail.
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPPairing", "HAPController", "HAPAccessory",
                "SuiteLanguage", "RunRecord", "Judge", "Runner", "Reporting", "SelfTest", "Checkout", "FaultyLinks",
            ]
        ),

        // Tests of the whole: the layers, the documentation, and peers that this project did not write.
        .testTarget(name: "LayeringTests", dependencies: ["HAPModel"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "CoAP", "HAPModel", "HAPPairing", "HAPSession", "HAPAccessory", "SuiteLanguage", "RunRecord",
                "Reporting", "SelfTest",
            ]
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "assay", "Processes", "Measurement", "Links", "CoAP", "HAPModel", "HAPCrypto", "HAPPairing",
                "HAPController", "HAPAccessory", "SuiteLanguage", "RunRecord", "Judge", "Reporting", "Checkout",
                "Histories",
            ],
            exclude: ["Fixtures"]
        ),

        // What tests share: the suites of the checkout, the built program in a process, links that fail, test vectors, and
        // runs of many days.
        .target(name: "Checkout", dependencies: ["SuiteLanguage", "SelfTest"], path: "Tests/Checkout"),
        .target(
            name: "FaultyLinks",
            dependencies: ["Measurement", "Links", "SuiteLanguage"],
            path: "Tests/FaultyLinks"
        ),
        .target(
            name: "Histories",
            dependencies: ["Measurement", "History", "HistoryStore"],
            path: "Tests/Histories"
        ),
        .target(name: "Processes", dependencies: ["Measurement"], path: "Tests/Processes"),
        .target(name: "Vectors", dependencies: ["MarkedYAML"], path: "Tests/Vectors"),

        // Fuzzing of decoders: the tests read the kept bytes, .dev/fuzz looks for new ones.
        .target(
            name: "Fuzzing",
            dependencies: [
                "Measurement", "Relay", "DNSWire", "HTTPWire", "CoAP", "HAPModel", "HAPCrypto", "HAPSession",
                "RunRecord",
            ],
            path: "Tests/Fuzzing",
            exclude: ["Corpus"]
        ),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "HAPModel"]),
        .executableTarget(name: "AssayFuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzz"),

        // Benchmarks: a separate program, which .dev/bench builds for release and runs.
        .executableTarget(
            name: "AssayBenchmarks",
            dependencies: [
                "Measurement", "Links", "MarkedYAML", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession",
                "HAPController", "HAPAccessory",
            ],
            path: "Tests/Benchmarks"
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Unsafe code stays where C is called, so the compiler shows where that is.
let callsC: Set<String> = ["HAPCrypto", "Compression", "Certificates", "HistoryStore", "Reporting"]
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
        [
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
        ] + (callsC.contains(target.name) ? [] : [.strictMemorySafety()])
}

// The tests are built for release: what they test is optimised, and they are not. Optimising them takes minutes, and the optimiser of
// Swift 6.3 crashes on some.
for target in package.targets where target.type == .test {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}
