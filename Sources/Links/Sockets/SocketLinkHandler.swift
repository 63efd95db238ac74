import Measurement
import NIOCore

/// Stamps received bytes at the start of the read, and sent bytes just before the write.
final class SocketLinkHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    let inbox: LinkInbox
    private let clock: MonotonicClock
    private let limits: LinkLimits
    private let onActive: ((SocketLinkHandler) -> Void)?
    private var context: ChannelHandlerContext?
    private var failure: LinkClosure?
    private var isClosing = false
    private var hasEnded = false
    private var onEnd: [() -> Void] = []
    private var lingering: ScheduledAction?

    /// - Parameter onActive: called on the loop when the connection is established.
    init(clock: MonotonicClock, limits: LinkLimits, onActive: ((SocketLinkHandler) -> Void)? = nil) {
        self.clock = clock
        self.limits = limits
        self.onActive = onActive
        inbox = LinkInbox(clock: clock, limit: limits.inbound)
    }

    // MARK: - Calls by the link

    func write(_ bytes: [UInt8], name: String) -> Result<Moment, LinkError> {
        guard let context, !isClosing, !hasEnded else {
            return .failure(LinkError(.closed, "\(name) is closed: open a new connection"))
        }
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        guard waiting == 0 || waiting + bytes.count <= limits.outbound else {
            return .failure(LinkError(.congested, "\(name) has \(waiting) unread bytes: close the connection"))
        }
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenFailure { error in
            if !self.isClosing, self.failure == nil { self.failure = SocketFailure.closure(error) }
        }
        let moment = clock.now
        context.writeAndFlush(wrapOutboundOut(buffer), promise: written)
        return .success(moment)
    }

    /// - Parameter done: called when the connection has ended, or when this call cannot end it.
    func close(abruptly: Bool, done: @escaping () -> Void) {
        inbox.close(.local, at: clock.now, discarding: true)
        guard let context, !hasEnded else { return done() }
        let channel = context.channel
        isClosing = true
        onEnd.append(done)
        guard !abruptly else { return breakOff(channel) }
        linger(channel)
        channel.close(mode: .output, promise: nil)
        // Bytes that still arrive are dropped; unread bytes would turn the close into a reset.
        channel.read()
    }

    /// Gives the other side time to read the last bytes and to close too.
    private func linger(_ channel: any Channel) {
        guard lingering == nil else { return }
        lingering = clock.source.schedule(at: clock.deadline(in: limits.linger)) { channel.close(promise: nil) }
    }

    private func breakOff(_ channel: any Channel) {
        guard let socket = channel as? any SocketOptionProvider else {
            channel.close(promise: nil)
            return
        }
        socket.setSoLinger(SocketFailure.breakOnClose).whenComplete { _ in channel.close(promise: nil) }
    }

    // MARK: - Calls by the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        onActive?(self)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let moment = clock.now
        guard !isClosing else { return }
        let buffer = unwrapInboundIn(data)
        inbox.push(Array(buffer.readableBytesView), at: moment)
    }

    func read(context: ChannelHandlerContext) {
        if isClosing || inbox.takesMore() { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if failure == nil { failure = SocketFailure.closure(error) }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        hasEnded = true
        inbox.close(failure ?? .byPeer, at: clock.now)
        lingering?.cancel()
        lingering = nil
        let ended = onEnd
        onEnd = []
        for action in ended { action() }
        context.fireChannelInactive()
    }
}
