//! From data files to a battle: its arrangement, and the charts.

pub mod arrange;
pub mod chart_files;
