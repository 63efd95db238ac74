import NIOCore
import NIOPosix

/// The thread on which sockets are read and written.
///
/// It can run tasks as well: an operation on a link of this loop then needs no hop from thread to thread, which is
/// most of what a small exchange over loopback costs. Work that blocks does not belong there.
package final class SocketLoop: TaskExecutor {
    let eventLoop: any EventLoop

    /// One of the process's shared loops; the next call may give another one.
    package init() {
        eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
