import Links
import Measurement
import Synchronization

/// The visit of one tester at a relay: its connection, and what is open for it.
final class RelayVisit: Sendable {
    private struct State {
        var session: RelaySession
        var outlets: [UInt32: any RelayOutlet] = [:]
        /// The channels that the tester has ended while they are being opened or a question on them is answered.
        var unwanted: Set<UInt32> = []
        /// The interfaces at which the tester uses multicast DNS.
        var groups: Set<String> = []
        var reason = "the connection ended"
    }

    let access: any NetworkAccess
    let rules: RelayRules
    let clock: MonotonicClock
    private let link: any Link
    private let number: UInt64
    private let occupancy: RelayOccupancy
    private let report: @Sendable (RelayEvent) -> Void
    private let state: Mutex<State>

    init(
        _ link: any Link,
        number: UInt64,
        access: any NetworkAccess,
        rules: RelayRules,
        program: String,
        clock: MonotonicClock,
        occupancy: RelayOccupancy,
        report: @escaping @Sendable (RelayEvent) -> Void
    ) {
        self.link = link
        self.number = number
        self.access = access
        self.rules = rules
        self.clock = clock
        self.occupancy = occupancy
        self.report = report
        state = Mutex(State(session: RelaySession(token: rules.token, program: program)))
    }

    private var tester: String { link.name }

    /// Serves the tester until its connection ends or the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            await read(into: &group)
            group.cancelAll()
            await link.close(abruptly: false)
        }
        occupancy.leave(number)
        report(.left(state.withLock { $0.reason }, tester: tester))
    }

    // MARK: The tester's frames

    private func read(into group: inout DiscardingTaskGroup) async {
        var decoder = RelayFrameDecoder(longest: RelayFrame.longestOfStranger)
        var deadline = clock.deadline(in: rules.greetWithin)
        var isAdmitted = false
        while !Task.isCancelled {
            switch await link.receive(until: deadline) {
            case .bytes(let bytes, at: _):
                decoder.add(bytes)
                while let actions = actions(&decoder) {
                    for action in actions {
                        if action == .admit { isAdmitted = true }
                        guard await carryOut(action, in: &group) else { return }
                    }
                }
                // Before the greeting, bytes that arrive one by one do not buy more time.
                if isAdmitted { deadline = clock.deadline(in: rules.silentFor) }
            case .closed(let closure, at: _):
                if case .failed(let text) = closure { state.withLock { $0.reason = text } }
                return
            case .timedOut:
                guard !Task.isCancelled else { return }
                let patience = isAdmitted ? rules.silentFor : rules.greetWithin
                state.withLock { $0.reason = "the tester has been silent for \(patience.components.seconds) s" }
                return
            }
        }
    }

    /// What the next frame demands; `nil` if none is complete.
    private func actions(_ decoder: inout RelayFrameDecoder) -> [RelaySession.Action]? {
        state.withLock { state in
            do throws(RelayFrameDecoder.Malformed) {
                guard let frame = try decoder.next() else { return nil }
                let actions = state.session.received(frame)
                decoder.longest = state.session.longest
                return actions
            } catch {
                return state.session.malformed(error)
            }
        }
    }

    /// - Returns: whether the connection goes on.
    private func carryOut(_ action: RelaySession.Action, in group: inout DiscardingTaskGroup) async -> Bool {
        switch action {
        case .send(let frame): await send(frame)
        case .admit:
            guard occupancy.admit(number, upTo: rules.testers) else {
                let text = "the relay has \(rules.testers) testers, and takes no more: try again when one has left"
                await send(RelayMessage.refused(RelayRefusal(.crowded, text)).frame(on: 0))
                return await carryOut(.finish(text), in: &group)
            }
            report(.arrived(tester: tester))
        case .open(let target, let channel, let within):
            group.addTask { await self.serve(target, on: channel, within: min(within, self.rules.openWithin)) }
        case .look(let question, let channel): group.addTask { await self.answer(question, on: channel) }
        case .forward(let bytes, let channel): await outlet(channel)?.forward(bytes)
        case .forwardDatagram(let bytes, let peer, let channel): await outlet(channel)?.forward(bytes, to: peer)
        case .grant(let count, let channel): outlet(channel)?.grant(count)
        case .end(let channel, let abruptly):
            if let outlet = outletToEnd(channel) { group.addTask { await outlet.close(abruptly: abruptly) } }
        case .pong(let count, let channel): await tell(.pong(count, outlet(channel)?.trip), on: channel)
        case .finish(let reason):
            state.withLock { $0.reason = reason }
            report(.refused(reason, tester: tester))
            return false
        }
        return true
    }

    // MARK: Channels

    private func outlet(_ channel: UInt32) -> (any RelayOutlet)? { state.withLock { $0.outlets[channel] } }

    /// Opens what the target names, and forwards what arrives there until it ends.
    private func serve(_ target: RelayTarget, on channel: UInt32, within: Duration) async {
        do throws(RelayRefusal) {
            let outlet = try await open(target, until: clock.deadline(in: within))
            guard keep(outlet, on: channel) else {
                await outlet.close(abruptly: true)
                forget(channel)
                return await tell(.end(.done), on: channel)
            }
            await tell(.opened, on: channel)
            let end = await outlet.run { await self.tell($0, on: channel) }
            // Also after the tester has gone, which cancels the task.
            await outlet.close(abruptly: end == .abrupt)
            forget(channel)
            await tell(.end(end), on: channel)
        } catch {
            report(.refused(error.text, tester: tester))
            forget(channel)
            await tell(.refused(error), on: channel)
        }
    }

    /// What the tester ends. What is still being opened is marked, and closed as soon as it is open.
    private func outletToEnd(_ channel: UInt32) -> (any RelayOutlet)? {
        state.withLock { state in
            if let outlet = state.outlets[channel] { return outlet }
            // It may have ended by itself meanwhile.
            if state.session.isOpen(channel) { state.unwanted.insert(channel) }
            return nil
        }
    }

    /// - Returns: whether the tester still wants what was opened.
    private func keep(_ outlet: any RelayOutlet, on channel: UInt32) -> Bool {
        state.withLock { state in
            guard !state.unwanted.contains(channel) else { return false }
            state.outlets[channel] = outlet
            return true
        }
    }

    private func forget(_ channel: UInt32) {
        state.withLock { state in
            state.outlets[channel] = nil
            state.unwanted.remove(channel)
            state.session.ended(channel)
        }
    }

    private func answer(_ question: RelayQuestion, on channel: UInt32) async {
        let message: RelayMessage
        do throws(RelayRefusal) { message = .answer(try await answer(question)) } catch { message = .refused(error) }
        forget(channel)
        await tell(message, on: channel)
    }

    /// Takes the address for this tester.
    func occupy(_ place: String) throws(RelayRefusal) {
        switch occupancy.take(place, for: number, tester) {
        case .own: break
        case .new: report(.took(place, tester: tester))
        case .other(let other):
            throw RelayRefusal(
                .busy,
                "\(place) is used by another tester of the relay, \(other): wait until its run has ended"
            )
        }
    }

    /// Reports multicast DNS, once for each interface.
    func noteGroup(at interface: String) {
        if state.withLock({ $0.groups.insert(interface).inserted }) { report(.joined(interface, tester: tester)) }
    }

    // MARK: To the tester

    /// Sends a message of a channel.
    ///
    /// When the relay ends, it says nothing of its channels: to the tester, the accessory would have ended them. It
    /// notices that the relay is gone.
    func tell(_ message: RelayMessage, on channel: UInt32) async {
        guard !Task.isCancelled else { return }
        await send(message.frame(on: channel))
    }

    private func send(_ frame: RelayFrame) async {
        do throws(LinkError) { try await link.send(frame.encoded()) } catch {
            // A tester that does not read has gone.
            if error.code == .congested {
                state.withLock { $0.reason = "the tester does not read" }
                await link.close(abruptly: true)
            }
        }
    }
}
