//! staff
