import CXML2

/// An element of a report that was read back with libxml2.
struct XMLElement {
    var name: String
    var attributes: [String: String] = [:]
    /// Its own text, without that of its children.
    var text = ""
    var children: [XMLElement] = []

    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
    func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    init(name: String) {
        self.name = name
    }

    /// Reads a whole document.
    ///
    /// - Returns: `nil` if it is not well-formed.
    init?(_ bytes: [UInt8]) {
        guard let document = XMLDocument(bytes), let root = unsafe xmlDocGetRootElement(document.pointer) else {
            return nil
        }
        unsafe self.init(root)
    }

    private init(_ node: xmlNodePtr) {
        name = unsafe String(cString: node.pointee.name)
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            if let value = unsafe xmlNodeListGetString(node.pointee.doc, current.pointee.children, 1) {
                unsafe attributes[String(cString: current.pointee.name)] = String(cString: value)
                unsafe cxml_free(value)
            } else {
                unsafe attributes[String(cString: current.pointee.name)] = ""
            }
            unsafe attribute = current.pointee.next
        }
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            switch unsafe current.pointee.type {
            case XML_ELEMENT_NODE: unsafe children.append(XMLElement(current))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: unsafe text += String(cString: current.pointee.content)
            default: break
            }
            unsafe child = current.pointee.next
        }
    }
}

/// A document in libxml2's memory.
@safe final class XMLDocument {
    let pointer: xmlDocPtr

    init?(_ bytes: [UInt8]) {
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let document = unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe xmlReadMemory(start, Int32(buffer.count), nil, "UTF-8", options)
        }
        guard let document = unsafe document else { return nil }
        unsafe pointer = document
    }

    deinit {
        unsafe xmlFreeDoc(pointer)
    }
}
