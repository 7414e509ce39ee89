#include "skills/worker/worker_fd.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

union beside {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

int worker_fd_send(int to, const char *text, int fd)
{
    union beside beside = {0};
    struct iovec part = {(char *)text, strlen(text)};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &beside, .msg_controllen = sizeof beside};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof fd), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(head), &fd, sizeof fd);
    return sendmsg(to, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? errno : 0;
}

int worker_fd_take(int from, char *text, gsize size)
{
    union beside beside = {0};
    struct iovec part = {text, size - 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &beside, .msg_controllen = sizeof beside};
    ssize_t n;
    do {
        n = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    const struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    int fd = -1;
    text[MAX(n, 0)] = '\0';
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN(sizeof fd))
        memcpy(&fd, CMSG_DATA(head), sizeof fd);
    return fd;
}
