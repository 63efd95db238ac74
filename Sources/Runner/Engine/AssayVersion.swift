/// The version of this program, as journals and reports name it.
package enum AssayVersion {
    package static let number = "0.2.0"
    package static let text = "assay \(number)"
}
