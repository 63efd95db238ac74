import HAPSession
import HTTPWire
import Links
import Measurement

/// An event on an IP connection, as the conversation records it.
enum IPWireContent {
    /// The connection was opened; `took` is the time from the first attempt.
    case opened(destination: String, took: Duration)
    case closed(LinkClosure)
    case secured
    case bytes
    case frame(counter: UInt64, length: Int)
    case request(HTTPRequest)
    case response(HTTPAnswer)
    case event(HTTPAnswer)
    case failure(ExchangeFailure)
    /// A frame that could not be decrypted; `isRepeated` if its bytes are the last plain message, which arrived twice.
    case badFrame(FrameOpener.Failure, isRepeated: Bool)

    var kind: WireEvent.Kind {
        switch self {
        case .opened: .opened
        case .closed: .closed
        case .secured: .secured
        case .bytes: .bytes
        case .frame: .frame
        case .request: .request
        case .response: .response
        case .event: .event
        case .failure, .badFrame: .failure
        }
    }

    /// A short description.
    ///
    /// - Parameter count: the number of bytes.
    func summary(ofBytes count: Int) -> String {
        switch self {
        case .opened(let destination, _): "opened to \(destination)"
        case .closed(let closure): "closed by \(closure.name)"
        case .secured: "encrypted from now on"
        case .bytes: count == 1 ? "1 byte" : "\(count) bytes"
        case .frame(let counter, let length): "frame \(counter) with \(length) bytes of plaintext"
        case .request(let request): "\(request.method) \(request.target)"
        case .response(let answer), .event(let answer): answer.message.startLine
        case .failure(let failure): failure.description
        case .badFrame(let failure, _): failure.description
        }
    }
}
