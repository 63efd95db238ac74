import DNSWire
package import Links
package import Measurement

/// Searches networks for all accessories that advertise themselves.
package struct ServiceBrowser: Sendable {
    /// A network to search.
    package struct Network: Sendable {
        package var datagrams: any DatagramNetwork
        /// The address of this machine on it.
        package var interface: IPAddress

        package init(_ datagrams: any DatagramNetwork, interface: IPAddress) {
            self.datagrams = datagrams
            self.interface = interface
        }
    }

    /// How a search listens.
    package enum Listening: Sendable {
        /// At private ports: it receives only the responses to its own questions.
        case toResponses
        /// As a member of the group: it also receives announcements and goodbyes.
        case toEverything
    }

    /// What a search has found when it ends.
    package struct Finding: Sendable {
        /// The services with all their records.
        package var services: [DiscoveredService]
        /// The services of which records did not arrive.
        package var incomplete: [IncompleteService]
        /// Why networks could not be searched.
        package var failures: [String]
    }

    private let networks: [Network]
    private let clock: MonotonicClock

    package init(_ networks: [Network], clock: MonotonicClock) {
        self.networks = networks
        self.clock = clock
    }

    /// Searches until the deadline, or until the task is cancelled.
    ///
    /// - Parameter onChange: called with all services, each time they change; accessories that several networks show
    ///   are listed once. It returns `true` to end the search.
    package func browse(
        until deadline: Moment,
        listening: Listening = .toResponses,
        onChange: @escaping @Sendable ([DiscoveredService]) -> Bool = { _ in false }
    ) async -> Finding {
        let survey = ServiceSurvey(of: networks.map(\.interface), clock: clock, onChange: onChange)
        await withTaskGroup(of: Bool.self) { group in
            for index in networks.indices {
                group.addTask {
                    do throws(LinkError) {
                        return try await search(index, survey, until: deadline, listening)
                    } catch {
                        survey.fail(error.message)
                        return false
                    }
                }
            }
            for await isOver in group where isOver { group.cancelAll() }
        }
        return Finding(services: survey.services, incomplete: survey.incomplete, failures: survey.failures)
    }

    /// The intervals between questions; a search that goes on asks once a minute, which renews the records.
    private static let pauses: [Duration] = [
        .milliseconds(200), .milliseconds(400), .milliseconds(600), .seconds(1), .seconds(3), .seconds(9),
        .seconds(27),
    ]

    /// - Returns: whether a change has ended the search.
    private func search(
        _ index: Int,
        _ survey: ServiceSurvey,
        until deadline: Moment,
        _ listening: Listening
    ) async throws(LinkError) -> Bool {
        let network = networks[index]
        let group = network.interface.isVersion6 ? ServiceFinder.group6 : ServiceFinder.group
        let port =
            switch listening {
            case .toResponses: try await network.datagrams.open()
            case .toEverything: try await network.datagrams.join(group)
            }
        do throws(LinkError) {
            let isOver = try await ask(group, over: port, index, survey, until: deadline, listening)
            await port.close()
            return isOver
        } catch {
            await port.close()
            throw error
        }
    }

    private func ask(
        _ group: DatagramAddress,
        over port: any DatagramPort,
        _ index: Int,
        _ survey: ServiceSurvey,
        until deadline: Moment,
        _ listening: Listening
    ) async throws(LinkError) -> Bool {
        let types = AdvertisedService.types.map { DNSQuestion($0, .ptr) }
        var messages = SearchQuestions(firstID: listening == .toResponses ? .random(in: 1 ... .max) : nil)
        func send(_ questions: [DNSQuestion]) async throws(LinkError) {
            for bytes in messages.messages(questions) { try await port.send(bytes, to: group) }
        }
        var pauses = Self.pauses[...]
        while clock.now < deadline, !Task.isCancelled {
            if survey.update(index, { $0.forgetQuestions() }) { return true }
            try await send(types)
            let patience = min(deadline, clock.deadline(in: pauses.popFirst() ?? .seconds(60)))
            while !Task.isCancelled, clock.now < patience {
                let wait = min(patience, survey.expiry(of: index) ?? patience)
                var further: [DNSQuestion] = []
                let datagram = await port.receive(until: wait)
                let hasEnded = datagram == nil && clock.now < wait && !Task.isCancelled
                let isOver = survey.update(index) { cache in
                    cache.expire(at: clock.now)
                    guard let datagram, let decoded = DNSMessage.decoding(datagram.bytes) else { return }
                    cache.take(decoded, from: datagram.source.host, at: datagram.at)
                    further = cache.furtherQuestions()
                }
                if isOver { return true }
                // To send at a port that has ended fails with the reason.
                try await send(hasEnded ? types : further)
            }
        }
        return false
    }
}

extension ServiceBrowser {
    /// Searches all interfaces.
    ///
    /// - Throws: ``LinkError`` if the system does not list its interfaces.
    package init(_ access: any NetworkAccess, clock: MonotonicClock = .system) async throws(LinkError) {
        let interfaces = try await access.interfaces()
        self.init(interfaces.map { Network(access.network(at: $0), interface: $0) }, clock: clock)
    }
}
