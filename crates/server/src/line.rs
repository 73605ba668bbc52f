//! A connection that does not wait for ever: one over which nothing goes, or whose other end takes nothing, is ended.

use std::future::Future as _;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// Something that lasts as long as the connection.
pub type ConnectionGuard = Box<dyn Send + Sync>;

/// A connection with its patience.
pub struct Line {
    stream: TcpStream,
    reading: Patience,
    writing: Patience,
    /// Something waits to be written.
    is_stuck: bool,
    _held: ConnectionGuard,
}

/// Patience: how long something is waited for.
struct Patience {
    most: Duration,
    until: Instant,
    sleep: Pin<Box<Sleep>>,
}

impl Patience {
    fn new(most: Duration) -> Patience {
        let until = Instant::now() + most;
        Patience { most, until, sleep: Box::pin(sleep_until(until)) }
    }

    /// Something went over the connection.
    fn renew(&mut self) {
        self.until = Instant::now() + self.most;
    }

    /// Wakes the task when the patience is over. The alarm is set again only when it has rung: most of the time it need not be touched.
    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        while self.sleep.as_mut().poll(context).is_ready() {
            if Instant::now() >= self.until {
                return true;
            }
            self.sleep.as_mut().reset(self.until);
        }
        false
    }
}

impl Line {
    /// A connection that ends when nothing was read or written for `idle`, or when what is written is not taken for `write`.
    pub fn new(stream: TcpStream, idle: Duration, write: Duration, held: ConnectionGuard) -> Line {
        Line {
            stream,
            reading: Patience::new(idle),
            writing: Patience::new(write),
            is_stuck: false,
            _held: held,
        }
    }

    fn wrote<T>(&mut self, context: &mut Context<'_>, done: Poll<Result<T>>) -> Poll<Result<T>> {
        if done.is_ready() {
            self.is_stuck = false;
            self.reading.renew();
            return done;
        }
        if !self.is_stuck {
            self.is_stuck = true;
            self.writing.renew();
        }
        match self.writing.is_over(context) {
            true => Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the other end takes nothing"))),
            false => done,
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let line = &mut *self;
        let done = Pin::new(&mut line.stream).poll_read(context, buffer);
        if done.is_ready() {
            line.reading.renew();
            return done;
        }
        match line.reading.is_over(context) {
            true => Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "nothing comes"))),
            false => done,
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.wrote(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
