import CZlib

/// Compresses bytes piece by piece into the gzip format, so that a large text need not be in memory as a whole.
package final class GzipCompressor {
    /// zlib's state refers to it, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private static let chunk = 1 << 16

    /// - Throws: ``GzipError`` if there is not enough memory.
    package init() throws(GzipError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard czlib_deflate_init(stream) == Z_OK else {
            stream.deallocate()
            throw GzipError.noMemory
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Takes the next bytes.
    ///
    /// - Returns: the next compressed bytes; often none, because zlib collects them.
    package func add(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
        try run(bytes, Z_NO_FLUSH)
    }

    /// Ends the text.
    ///
    /// - Returns: the last compressed bytes.
    package func finish() throws(GzipError) -> [UInt8] {
        try run([], Z_FINISH)
    }

    private func run(_ bytes: [UInt8], _ flush: Int32) throws(GzipError) -> [UInt8] {
        var result: [UInt8] = []
        var end = Z_OK
        bytes.withUnsafeBufferPointer { input in
            // zlib only reads them.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: input.count)
            repeat {
                result += [UInt8](unsafeUninitializedCapacity: Self.chunk) { output, count in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(Self.chunk)
                    end = deflate(stream, flush)
                    count = Self.chunk - Int(stream.pointee.avail_out)
                }
            } while end == Z_OK && stream.pointee.avail_out == 0
        }
        // zlib says so where it has nothing left to do.
        guard flush == Z_FINISH ? end == Z_STREAM_END : [Z_OK, Z_BUF_ERROR].contains(end) else {
            throw GzipError.noMemory
        }
        return result
    }
}
