import Foundation

/// The modules that a Swift source imports.
enum ImportScan {
    static func modules(inFile file: URL) throws -> Set<String> {
        modules(in: try String(contentsOf: file, encoding: .utf8))
    }

    static func modules(in source: String) -> Set<String> {
        let line =
            #/
            ^ \s* (?: @\w+ (?: \( [^)]* \) )? \s+ )*
            (?: (?: public | package | internal | fileprivate | private ) \s+ )?
            import \s+ (?: (?: typealias | struct | class | enum | protocol | let | var | func ) \s+ )?
            (\w+)
            /#.anchorsMatchLineEndings()
        return Set(source.matches(of: line).map { String($0.1) })
    }
}
