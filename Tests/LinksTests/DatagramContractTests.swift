import Links
import Measurement
import Testing

/// The contract of every datagram network.
@Suite("Every network for datagrams", .serialized)
struct DatagramContractTests {
    private let hello: [UInt8] = [0, 255, 13, 10]

    @Test(
        "delivers a datagram for a group to each member once, including the sender",
        arguments: DatagramWorld.allCases
    )
    func group(world: DatagramWorld) async throws {
        try await world.run { site in
            let first = try await site.near.join(site.group)
            let second = try await site.far.join(site.group)
            let stranger = try await site.far.open()
            let sent = try await first.send(hello, to: site.group)
            let deadline = site.clock.deadline(in: .seconds(60))
            for member in [first, second] {
                let datagram = try #require(await member.receive(until: deadline))
                #expect(datagram.bytes == hello)
                #expect(datagram.source.port == site.group.port)
                #expect(sent <= datagram.at)
                #expect(datagram.at <= site.clock.now)
            }
            let soon = site.clock.deadline(in: .milliseconds(30))
            for port in [first, second, stranger] { #expect(await port.receive(until: soon) == nil) }
            for port in [first, second, stranger] { await port.close() }
        }
    }

    @Test("delivers an answer only to the port that asked", arguments: DatagramWorld.allCases)
    func answer(world: DatagramWorld) async throws {
        try await world.run { site in
            let responder = try await site.near.join(site.group)
            let asker = try await site.far.open()
            let other = try await site.far.open()
            try await asker.send([1], to: site.group)
            let deadline = site.clock.deadline(in: .seconds(60))
            let question = try #require(await responder.receive(until: deadline))
            #expect(question.bytes == [1])
            #expect(question.source.port != site.group.port)
            try await responder.send(hello, to: question.source)
            let answer = try #require(await asker.receive(until: deadline))
            #expect(answer.bytes == hello)
            #expect(answer.source.port == site.group.port)
            #expect(await other.receive(until: site.clock.deadline(in: .milliseconds(30))) == nil)
            for port in [responder, asker, other] { await port.close() }
        }
    }

    @Test("keeps datagrams separate and in order", arguments: DatagramWorld.allCases)
    func order(world: DatagramWorld) async throws {
        try await world.run { site in
            let member = try await site.near.join(site.group)
            let sender = try await site.far.open()
            for number in 0..<100 {
                try await sender.send([UInt8](repeating: UInt8(number), count: number * 14), to: site.group)
            }
            let deadline = site.clock.deadline(in: .seconds(60))
            for number in 0..<100 {
                let datagram = try #require(await member.receive(until: deadline))
                #expect(datagram.bytes == [UInt8](repeating: UInt8(number), count: number * 14))
            }
            await sender.close()
            await member.close()
        }
    }

    @Test(
        "returns nil at the deadline, after a close and in a cancelled task",
        arguments: DatagramWorld.allCases
    )
    func nothing(world: DatagramWorld) async throws {
        try await world.run { site in
            let port = try await site.near.open()
            let deadline = site.clock.deadline(in: .milliseconds(20))
            #expect(await port.receive(until: deadline) == nil)
            #expect(site.clock.now >= deadline)
            #expect(await port.receive(until: Moment(nanoseconds: 0)) == nil)
            let forever = Moment(nanoseconds: .max)
            await withTaskGroup(of: Datagram?.self) { group in
                group.addTask { await port.receive(until: forever) }
                group.cancelAll()
                for await datagram in group { #expect(datagram == nil) }
            }
            async let last = port.receive(until: forever)
            await port.close()
            #expect(await last == nil)
            #expect(await port.receive(until: forever) == nil)
            await #expect(throws: LinkError.self) { try await port.send([1], to: site.group) }
        }
    }

    @Test("Joining at another machine's address is an error that says so")
    func foreignInterface() async {
        let network = SocketDatagrams(interface: IPAddress(192, 0, 2, 77))
        await #expect(throws: LinkError.self) {
            try await network.join(DatagramAddress(host: "224.0.0.251", port: 53536))
        }
        await #expect(throws: LinkError.self) { try await network.open() }
    }

    @Test("The route to a loopback address, or a name of it, is the loopback interface")
    func route() async throws {
        for host in ["127.0.0.1", "localhost"] {
            let route = try await SocketDatagrams.route(
                to: host,
                port: 51826,
                until: MonotonicClock.system.deadline(in: .seconds(10))
            )
            #expect(route.interface.isLoopback)
            #expect(route.host.isLoopback)
        }
    }

    @Test("IPv6 addresses have up to eight groups, and a zone if they are valid on one link")
    func addresses6() throws {
        let local = try #require(IPAddress("fe80::1%eth0"))
        #expect(local.description == "fe80::1%eth0")
        #expect(local.isLinkLocal && local.isVersion6 && local.isOneHost && !local.isLoopback)
        #expect(local.inZone(nil).description == "fe80::1")
        #expect(IPAddress("2001:DB8:0:0::1")?.description == "2001:db8::1")
        let loopback = try #require(IPAddress("::1"))
        #expect(loopback.isLoopback)
        #expect(loopback.inZone("lo").description == "::1")
        #expect(IPAddress("::")?.isOneHost == false)
        #expect(IPAddress("ff02::fb%lo")?.isOneHost == false)
        #expect(IPAddress(bytes: [1, 2, 3]) == nil)
        for text in ["fe80::1%", "1:2:3", ":::", "1::2::3", "127.0.0.1%lo", "[::1]"] {
            #expect(IPAddress(text) == nil, "\(text)")
        }
    }

    @Test("IPv4 addresses are four numbers up to 255")
    func addresses() {
        #expect(IPAddress("192.0.2.1") == IPAddress(192, 0, 2, 1))
        #expect(IPAddress(192, 0, 2, 1).description == "192.0.2.1")
        for text in ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2..4", "a.b.c.d", "+1.2.3.4"] {
            #expect(IPAddress(text) == nil, "\(text)")
        }
        #expect(!IPAddress(0, 0, 0, 0).isOneHost)
        #expect(!IPAddress(224, 0, 0, 251).isOneHost)
    }
}
