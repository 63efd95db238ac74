import NIOCore
import NIOPosix

/// The thread that reads and writes sockets.
///
/// It can also run tasks: an operation on a link of this loop then needs no switch between threads, which is
/// most of the cost of a small exchange over loopback. Blocking work must not run on it.
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
