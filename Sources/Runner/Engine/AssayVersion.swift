/// The version of this program, for journals and reports.
package enum AssayVersion {
    package static let number = "0.2.0"
    package static let text = "assay \(number)"
}
