// swift-tools-version: 6.2
import PackageDescription

// One target a layer; a layer imports only layers listed above it. LayeringTests checks this over the dumped package.
let package = Package(
    name: "assay",
    products: [.executable(name: "assay", targets: ["assay"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        // C libraries: module maps and shims only.
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

        // What knows nothing of HAP.
        .target(name: "Measurement"),
        .target(
            name: "Links",
            dependencies: [
                "Measurement",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(name: "HTTPWire"),
        .target(name: "DNSWire"),
        .target(name: "MarkedYAML", dependencies: [.product(name: "Yams", package: "Yams")]),
        .testTarget(name: "MarkedYAMLTests", dependencies: ["MarkedYAML"]),

        // The protocol.
        .target(name: "HAPModel"),
        .testTarget(name: "HAPModelTests", dependencies: ["HAPModel", "MarkedYAML"]),
        .target(name: "HAPCrypto", dependencies: ["HAPModel", "COpenSSL", "CSodium"]),
        .target(name: "HAPPairing", dependencies: ["HAPModel", "HAPCrypto"]),
        .target(name: "HAPSession", dependencies: ["HAPModel", "HAPCrypto", "HTTPWire"]),
        .target(
            name: "HAPController",
            dependencies: [
                "Measurement", "Links", "HTTPWire", "DNSWire", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession",
            ]
        ),
        .target(
            name: "HAPAccessory",
            dependencies: [
                "Measurement", "Links", "HTTPWire", "DNSWire", "MarkedYAML", "HAPModel", "HAPCrypto", "HAPPairing",
                "HAPSession",
            ]
        ),

        // The tester.
        .target(name: "SuiteLanguage", dependencies: ["MarkedYAML", "HAPModel"]),
        .testTarget(name: "SuiteLanguageTests", dependencies: ["SuiteLanguage", "MarkedYAML", "HAPModel"]),
        .target(name: "RunRecord", dependencies: ["Measurement", "MarkedYAML", "HAPModel", "SuiteLanguage"]),
        .testTarget(
            name: "RunRecordTests",
            dependencies: ["RunRecord", "Measurement", "HAPModel", "SuiteLanguage"]
        ),
        .target(name: "Judge", dependencies: ["Measurement", "MarkedYAML", "HAPModel", "SuiteLanguage", "RunRecord"]),
        .testTarget(
            name: "JudgeTests",
            dependencies: ["Judge", "MarkedYAML", "Measurement", "HAPModel", "SuiteLanguage", "RunRecord"]
        ),
        .target(
            name: "Observations",
            dependencies: [
                "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession", "HAPController",
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
                "Measurement", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession", "HAPController", "SuiteLanguage",
                "RunRecord", "Judge", "Observations",
            ]
        ),
        .target(
            name: "Reporting",
            dependencies: ["Measurement", "HAPModel", "SuiteLanguage", "RunRecord", "Judge", "CXML2"]
        ),
        .target(
            name: "SelfTest",
            dependencies: [
                "Measurement", "Links", "MarkedYAML", "HAPModel", "HAPCrypto", "HAPPairing", "HAPController",
                "HAPAccessory",
                "SuiteLanguage", "RunRecord", "Judge", "Runner",
            ]
        ),
        .executableTarget(
            name: "assay",
            dependencies: [
                "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPPairing", "HAPController", "HAPAccessory",
                "SuiteLanguage",
                "RunRecord", "Judge", "Runner", "Reporting", "SelfTest",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // A second transport of accessories, in the tests only.
        .target(
            name: "PDUTransport",
            dependencies: ["Measurement", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession", "HAPAccessory"],
            path: "Tests/PDUTransport"
        ),
        .testTarget(
            name: "HAPAccessoryTests",
            dependencies: [
                "PDUTransport", "DNSWire", "HAPAccessory", "HAPCrypto", "HAPModel", "HAPPairing", "HAPSession",
                "HTTPWire", "Links",
                "MarkedYAML",
                "Measurement",
            ]
        ),

        .testTarget(
            name: "RunnerTests",
            dependencies: [
                "Runner", "Judge", "HAPController", "HAPCrypto", "HAPModel", "HAPPairing", "HAPSession", "Links",
                "Measurement", "RunRecord", "SelfTest", "SuiteLanguage",
            ]
        ),

        // Tests of time and the wire.
        .testTarget(name: "MeasurementTests", dependencies: ["Measurement"]),
        .testTarget(name: "LinksTests", dependencies: ["Links", "Measurement"]),
        .testTarget(name: "HTTPWireTests", dependencies: ["HTTPWire"]),
        .testTarget(name: "DNSWireTests", dependencies: ["DNSWire"]),
        .testTarget(
            name: "HAPSessionTests",
            dependencies: ["HAPSession", "HTTPWire", "HAPCrypto", "HAPModel", "Vectors"]
        ),
        .testTarget(
            name: "HAPControllerTests",
            dependencies: [
                "Measurement", "Links", "HTTPWire", "DNSWire", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession",
                "HAPController",
            ]
        ),

        // What holds for the whole: the layers, and parts that this project did not write.
        .testTarget(name: "LayeringTests", dependencies: ["HAPModel"]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "assay", "Processes", "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPPairing", "HAPController",
                "HAPAccessory", "SuiteLanguage",
            ],
            exclude: ["Fixtures"]
        ),

        // The built program as its users meet it, and the suites on the simulated accessories.
        .target(name: "Processes", dependencies: ["Measurement"], path: "Tests/Processes"),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "assay", "Processes", "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPPairing", "HAPAccessory",
                "SelfTest", "SuiteLanguage", "RunRecord", "Judge",
            ]
        ),
        .testTarget(
            name: "SelfTestTests",
            dependencies: [
                "Measurement", "Links", "HAPModel", "HAPCrypto", "HAPAccessory", "MarkedYAML", "SuiteLanguage",
                "RunRecord",
                "Judge", "Runner", "Reporting", "SelfTest", "Processes",
            ]
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "HAPPairing", "HAPSession", "HAPAccessory", "Reporting", "RunRecord", "SelfTest", "SuiteLanguage",
            ]
        ),

        // Benchmarks: a program of its own, which .dev/bench builds for release and runs.
        .executableTarget(
            name: "AssayBenchmarks",
            dependencies: [
                "Measurement", "Links", "MarkedYAML", "HAPModel", "HAPCrypto", "HAPPairing", "HAPSession",
                "HAPController", "HAPAccessory",
            ],
            path: "Tests/Benchmarks"
        ),

        // What decoders make of any bytes: the kept ones in a test, new ones by .dev/fuzz.
        .target(
            name: "Fuzzing",
            dependencies: ["DNSWire", "HTTPWire", "HAPModel", "HAPCrypto", "HAPSession", "RunRecord"],
            path: "Tests/Fuzzing",
            exclude: ["Corpus"]
        ),
        .executableTarget(name: "AssayFuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzz"),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "HAPModel"]),

        // The pairing layers' tests, and the vectors that they share.
        .target(name: "Vectors", dependencies: ["MarkedYAML"], path: "Tests/Vectors"),
        .testTarget(
            name: "ReportingTests",
            dependencies: [
                "Reporting", "Judge", "RunRecord", "SuiteLanguage", "HAPModel", "Measurement", "CXML2",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(name: "HAPCryptoTests", dependencies: ["HAPCrypto", "HAPModel", "CSodium", "Vectors"]),
        .testTarget(name: "HAPPairingTests", dependencies: ["HAPPairing", "HAPCrypto", "HAPModel", "Vectors"]),
    ],
    swiftLanguageModes: [.v6]
)

// Unsafe code stays where C is called, so the compiler shows where that is.
let callsC: Set<String> = ["HAPCrypto", "Reporting"]
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
        [
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
        ] + (callsC.contains(target.name) ? [] : [.strictMemorySafety()])
}
