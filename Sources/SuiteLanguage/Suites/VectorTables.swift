import HAPModel
import MarkedYAML

/// The parameter tables for `rows: {vectors: NAME}`, read from `requirements/vectors.yaml`.
enum VectorTables {
    static func read(_ files: [SuiteFile]) throws(YAMLProblem) -> [String: [Rows.Row]] {
        guard let file = files.first(where: { $0.path == "requirements/vectors.yaml" }) else { return [:] }
        let root = try YAMLNode.load(file.text, file: file.path).mapping()
        var tables: [String: [Rows.Row]] = [:]
        if let points = try root["x25519_low_order_points"]?.mapping().required("points").list() {
            var rows: [Rows.Row] = []
            for point in points {
                let entry = try point.mapping(allowing: ["name", "hex"])
                let label = try entry.required("name").string()
                let value = "0x" + (try entry.required("hex").string())
                rows.append(Rows.Row(label: label.replacing(" ", with: "-"), value: .string(value), proves: []))
            }
            tables["x25519-low-order"] = rows
        }
        if let codes = try root["invalid_setup_codes"]?.mapping().required("codes").list() {
            var rows: [Rows.Row] = []
            for code in codes {
                rows.append(Rows.Row(label: try code.string(), value: .string(try code.string()), proves: []))
            }
            tables["trivial-setup-codes"] = rows
        }
        return tables
    }
}
