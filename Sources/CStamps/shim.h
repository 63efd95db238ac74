// Sockets with time stamps of the kernel. The macros of control messages do not exist in Swift.
#pragma once

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Nanoseconds since 1970.
static inline int64_t stamps_wall(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Connects one address within a time. Returns a socket that does not block, or the negative number of the error.
static inline int stamps_connect_one(const struct addrinfo *address, int milliseconds) {
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, address->ai_addr, address->ai_addrlen) == 0) return fd;
    int problem = errno;
    if (problem == EINPROGRESS) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        int ready;
        do { ready = poll(&wait, 1, milliseconds); } while (ready < 0 && errno == EINTR);
        problem = ready == 0 ? ETIMEDOUT : 0;
        if (ready > 0) {
            socklen_t size = sizeof problem;
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &problem, &size);
        }
        if (problem == 0) return fd;
    }
    close(fd);
    return -problem;
}

// Connects a host, whose name may have several addresses. Returns a socket, the negative number of the error of the
// first address, or -4096 if the name has no address.
static inline int stamps_connect(const char *host, int port, int milliseconds) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    char service[8];
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &hints, &list) != 0 || !list) return -4096;
    int first = 0, fd = -1;
    for (struct addrinfo *one = list; one && fd < 0; one = one->ai_next) {
        fd = stamps_connect_one(one, milliseconds);
        if (fd < 0 && first == 0) first = fd;
    }
    freeaddrinfo(list);
    return fd < 0 ? first : fd;
}

// Turns the kernel's stamps of received and sent bytes on. Returns 0, or the negative number of the error.
static inline int stamps_enable(int fd) {
    int flags = SOF_TIMESTAMPING_RX_SOFTWARE | SOF_TIMESTAMPING_TX_SOFTWARE | SOF_TIMESTAMPING_SOFTWARE
        | SOF_TIMESTAMPING_OPT_ID | SOF_TIMESTAMPING_OPT_TSONLY;
    return setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags) == 0 ? 0 : -errno;
}

// A socket that only keeps the kernel's stamps of received bytes turned on: the kernel turns them on some time after the
// first socket wants them, and off after the last.
static inline int stamps_keep(void) {
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) stamps_enable(fd);
    return fd;
}

static inline int64_t stamps_of(struct msghdr *message) {
    for (struct cmsghdr *one = CMSG_FIRSTHDR(message); one; one = CMSG_NXTHDR(message, one)) {
        if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_TIMESTAMPING) continue;
        struct timespec times[3];
        memcpy(times, CMSG_DATA(one), sizeof times);
        return (int64_t)times[0].tv_sec * 1000000000 + times[0].tv_nsec;
    }
    return 0;
}

// Receives without waiting. `stamp` is when the kernel got the bytes, in nanoseconds since 1970; 0 without a stamp.
// Returns the number of bytes, 0 at the end, or the negative number of the error.
static inline long stamps_receive(int fd, void *bytes, size_t count, int64_t *stamp) {
    char control[512];
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    long got = recvmsg(fd, &message, MSG_DONTWAIT);
    if (got < 0) return -errno;
    *stamp = stamps_of(&message);
    return got;
}

// Takes one stamp of sent bytes. `last` is the number of the last byte of the send call, from 0.
// Returns 1 with a stamp, 0 if there is none.
static inline int stamps_sent(int fd, uint32_t *last, int64_t *stamp) {
    char control[512];
    struct msghdr message = {.msg_control = control, .msg_controllen = sizeof control};
    if (recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return 0;
    *stamp = stamps_of(&message);
    *last = 0;
    for (struct cmsghdr *one = CMSG_FIRSTHDR(&message); one; one = CMSG_NXTHDR(&message, one)) {
        int is4 = one->cmsg_level == IPPROTO_IP && one->cmsg_type == IP_RECVERR;
        int is6 = one->cmsg_level == IPPROTO_IPV6 && one->cmsg_type == IPV6_RECVERR;
        if (!is4 && !is6) continue;
        struct sock_extended_err error;
        memcpy(&error, CMSG_DATA(one), sizeof error);
        if (error.ee_origin == SO_EE_ORIGIN_TIMESTAMPING) *last = error.ee_data;
    }
    return 1;
}

// Sends without waiting. Returns the number of bytes, or the negative number of the error.
static inline long stamps_send(int fd, const void *bytes, size_t count) {
    long sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent < 0 ? -errno : sent;
}

// Waits until the socket can be read, or written if `writes`, has an error, or `wake` is signalled. Returns 0 after the
// time.
static inline int stamps_wait(int fd, int writes, int wake, int milliseconds) {
    short events = POLLIN | (writes ? POLLOUT : 0);
    struct pollfd wait[2] = {{.fd = fd, .events = events}, {.fd = wake, .events = POLLIN}};
    int ready = poll(wait, 2, milliseconds);
    if (ready > 0 && wait[1].revents) {
        uint64_t count;
        if (read(wake, &count, sizeof count) < 0) return ready;
    }
    return ready;
}

// What TCP knows of the network: microseconds. Returns 0, or the negative number of the error.
static inline int stamps_tcp(int fd, uint32_t *smoothed, uint32_t *least, uint32_t *resent) {
    // The kernel's structure; the C library's has not all members.
    unsigned char info[256];
    socklen_t size = sizeof info;
    memset(info, 0, sizeof info);
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, &size) != 0) return -errno;
    memcpy(smoothed, info + 68, 4);
    memcpy(resent, info + 100, 4);
    memcpy(least, info + 148, 4);
    return 0;
}

// A doorbell for stamps_wait.
static inline int stamps_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

static inline void stamps_ring(int wake) {
    uint64_t one = 1;
    if (write(wake, &one, sizeof one) < 0) return;
}

// Ends the stream in one direction.
static inline void stamps_finish(int fd) { shutdown(fd, SHUT_WR); }

// Closes a socket; `abruptly` resets the connection.
static inline void stamps_close(int fd, int abruptly) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    if (abruptly) setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    close(fd);
}

// Listens at a free port of the loopback interface. Returns a socket, or the negative number of the error.
static inline int stamps_listen(int *port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 16) != 0
        || getsockname(fd, (struct sockaddr *)&address, &size) != 0) {
        int problem = errno;
        close(fd);
        return -problem;
    }
    *port = ntohs(address.sin_port);
    return fd;
}

// Waits for one connection and answers each piece that arrives on it with the same bytes, until it ends.
// Returns 0 after a connection, -1 if the listener was closed.
static inline int stamps_respond(int listener, const void *answer, size_t count) {
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) return -1;
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    char bytes[4096];
    while (recv(fd, bytes, sizeof bytes, 0) > 0 && send(fd, answer, count, MSG_NOSIGNAL) == (long)count) {}
    close(fd);
    return 0;
}

// Ends the waiting of stamps_respond.
static inline void stamps_stop(int listener) { shutdown(listener, SHUT_RDWR); }

// Sends bytes and waits for the answer, on a socket that does not block. Returns the nanoseconds; -1 if it failed.
static inline int64_t stamps_round(int fd, const void *bytes, size_t count, int milliseconds) {
    struct timespec before, after;
    char answer[4096];
    clock_gettime(CLOCK_MONOTONIC, &before);
    if (send(fd, bytes, count, MSG_NOSIGNAL) != (long)count) return -1;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (poll(&wait, 1, milliseconds) != 1 || recv(fd, answer, sizeof answer, 0) <= 0) return -1;
    clock_gettime(CLOCK_MONOTONIC, &after);
    return (int64_t)(after.tv_sec - before.tv_sec) * 1000000000 + (after.tv_nsec - before.tv_nsec);
}
