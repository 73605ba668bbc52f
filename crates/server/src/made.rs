//! Cache: what was made of games lately, reports and pictures: each once, however many ask for it.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use tokio::sync::OnceCell;

use crate::api_error::Result;

/// Bytes that are kept.
const KEPT: usize = 32 << 20;

/// Cache: what was made lately, by what it is of.
#[derive(Default)]
pub struct Products(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    cells: HashMap<String, Arc<OnceCell<Bytes>>>,
    /// Keys of what is kept, in the order in which it was made, with the sizes.
    order: VecDeque<(String, usize)>,
    bytes: usize,
}

impl Products {
    /// Product kept under a key; else it is made, by one of those who ask for it at the same time.
    ///
    /// # Errors
    /// It cannot be made.
    pub async fn get(&self, key: &str, make: impl Future<Output = Result<Bytes>>) -> Result<Bytes> {
        let cell = {
            let mut shelf = self.0.lock().expect("nobody panics with this lock");
            Arc::clone(shelf.cells.entry(key.to_owned()).or_default())
        };
        let made = cell.get_or_try_init(|| async {
            let made = make.await?;
            self.keep(key, made.len());
            Ok(made)
        });
        made.await.cloned()
    }

    fn keep(&self, key: &str, size: usize) {
        let mut shelf = self.0.lock().expect("nobody panics with this lock");
        shelf.order.push_back((key.to_owned(), size));
        shelf.bytes += size;
        while shelf.bytes > KEPT
            && let Some((oldest, size)) = shelf.order.pop_front()
        {
            shelf.cells.remove(&oldest);
            shelf.bytes -= size;
        }
    }

    /// Forgets what could not be made, or what nobody waited for.
    pub fn forget_idle(&self) {
        let mut shelf = self.0.lock().expect("nobody panics with this lock");
        shelf.cells.retain(|_, cell| cell.initialized() || Arc::strong_count(cell) > 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api_error::ApiError;

    #[tokio::test]
    async fn each_is_made_once_and_so_much_is_kept() {
        let made = Products::default();
        let part = || async { Ok(Bytes::from(vec![0; KEPT / 4])) };
        let not_again = || async { Err(ApiError::internal("made twice")) };
        for key in ["a", "b", "c", "d"] {
            made.get(key, part()).await.expect("it is made");
        }
        made.get("a", not_again()).await.expect("it is kept");
        made.get("e", part()).await.expect("it is made");
        assert!(made.get("a", not_again()).await.is_err(), "the oldest had to go");
        made.get("b", not_again()).await.expect("it is kept");
        made.forget_idle();
        let shelf = made.0.lock().expect("nobody panics with this lock");
        assert_eq!((shelf.cells.len(), shelf.order.len(), shelf.bytes), (4, 4, KEPT));
    }
}
