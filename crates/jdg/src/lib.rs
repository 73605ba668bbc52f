//! jdg
