import CZlib

/// The gzip format (RFC 1952), over whole texts in memory.
package enum Gzip {
    /// Compresses the bytes. The same bytes give the same result.
    package static func compressed(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
        let compressor = try GzipCompressor()
        return try compressor.add(bytes) + compressor.finish()
    }

    /// Expands what ``compressed(_:)`` or another program has made.
    ///
    /// - Returns: the bytes, and whether they are whole: of a file that was cut off, everything before the cut.
    /// - Throws: ``GzipError`` if the bytes are not in the gzip format, or if they expand to more than the limit.
    package static func expanded(
        _ bytes: [UInt8],
        limit: Int = 2 << 30
    ) throws(GzipError) -> (bytes: [UInt8], isWhole: Bool) {
        var stream = z_stream()
        guard czlib_inflate_init(&stream) == Z_OK else { throw GzipError.noMemory }
        defer { inflateEnd(&stream) }
        let (result, end) = pump(&stream, bytes, chunk: 1 << 20, limit: limit) { inflate($0, Z_NO_FLUSH) }
        guard result.count <= limit else { throw GzipError.tooLarge }
        guard end == Z_STREAM_END || end == Z_BUF_ERROR || end == Z_OK else {
            // Data that is damaged after its beginning is shown up to the damage.
            guard !result.isEmpty else { throw GzipError.malformed }
            return (result, false)
        }
        return (result, end == Z_STREAM_END)
    }

    /// Runs the bytes through the stream until `step` says that it ended or cannot continue.
    private static func pump(
        _ stream: inout z_stream,
        _ bytes: [UInt8],
        chunk: Int,
        limit: Int = .max,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> (bytes: [UInt8], end: Int32) {
        var result: [UInt8] = []
        var end = Z_OK
        bytes.withUnsafeBufferPointer { input in
            // zlib only reads them.
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(clamping: input.count)
            while end == Z_OK, result.count <= limit {
                let room = [UInt8](unsafeUninitializedCapacity: chunk) { output, count in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(clamping: chunk)
                    end = step(&stream)
                    count = chunk - Int(stream.avail_out)
                }
                result += room
            }
        }
        return (result, end)
    }
}

/// Bytes could not be compressed or expanded.
package enum GzipError: Error, Hashable, CustomStringConvertible {
    case noMemory
    case malformed
    case tooLarge

    package var description: String {
        switch self {
        case .noMemory: "there is not enough memory"
        case .malformed: "it is not in the gzip format"
        case .tooLarge: "it expands to more than 2 GB"
        }
    }
}
