import Foundation
import Fuzzing

#if FUZZING
// libFuzzer provides `main` and calls this function: .dev/fuzz builds it so.
private let target = ProcessInfo.processInfo.environment["ASSAY_FUZZ"].flatMap(FuzzTarget.init(rawValue:))

/// Reads one input.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else { fatalError("ASSAY_FUZZ names no decoder") }
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    if let broken = target.broken(by: input) { fatalError(broken) }
    return 0
}
#else
/// Reads files again: `AssayFuzz DECODER FILE...` reports the result for each.
@main
enum Fuzz {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let target = arguments.first.flatMap(FuzzTarget.init(rawValue:)) else {
            let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
            fatalError("name a decoder (\(known)) and files; `.dev/fuzz` looks for new ones")
        }
        for file in arguments.dropFirst() {
            let broken = target.broken(by: Array(try Data(contentsOf: URL(filePath: file))))
            print(file, broken ?? "holds", separator: ": ")
        }
    }
}
#endif
