//! The file system as SQLite wants it: a table of C functions that pass everything on to the usual file system, but for what a disk lets
//! fail.
//!
//! Safety, for all functions here: SQLite calls them with the pointers that its interface of file systems promises, and with files that
//! [`open`] has made. Such a file is a [`Handle`] followed by the usual file system's own, in one piece of memory of `szOsFile` bytes.

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use libsqlite3_sys as ffi;
use libsqlite3_sys::{sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};

use crate::disk::{Change, Disk, Fate, Growth};

/// The name under which SQLite knows the file system.
const NAME: &CStr = c"baddisk";

/// The beginning of an open file.
#[repr(C)]
struct Handle {
    base: sqlite3_file,
    /// Nothing for files that are on no disk of ours.
    on: *mut OpenFile,
}

struct OpenFile {
    disk: Arc<Disk>,
    path: PathBuf,
}

/// The name of the file system, registered with SQLite.
///
/// # Panics
/// SQLite does not take it.
pub fn name() -> &'static str {
    static REGISTERED: OnceLock<()> = OnceLock::new();
    REGISTERED.get_or_init(|| {
        // SAFETY: the usual file system is a static of SQLite; ours is a copy of its table that is never freed.
        let code = unsafe {
            let usual = ffi::sqlite3_vfs_find(std::ptr::null());
            assert!(!usual.is_null(), "SQLite has a file system");
            let mut own = *usual;
            own.zName = NAME.as_ptr();
            own.pNext = std::ptr::null_mut();
            own.pAppData = usual.cast();
            own.szOsFile += size_of::<Handle>() as c_int;
            own.xOpen = Some(open);
            own.xDelete = Some(delete);
            ffi::sqlite3_vfs_register(Box::into_raw(Box::new(own)), 0)
        };
        assert_eq!(code, ffi::SQLITE_OK, "SQLite takes the file system");
    });
    "baddisk"
}

unsafe fn usual(vfs: *mut sqlite3_vfs) -> *mut sqlite3_vfs {
    unsafe { (*vfs).pAppData.cast() }
}

/// The usual file system's part of a file.
unsafe fn real(file: *mut sqlite3_file) -> *mut sqlite3_file {
    unsafe { file.cast::<Handle>().add(1).cast() }
}

unsafe fn methods(file: *mut sqlite3_file) -> &'static sqlite3_io_methods {
    unsafe { &*(*real(file)).pMethods }
}

/// The disk of a file, and its path.
unsafe fn on<'a>(file: *mut sqlite3_file) -> Option<&'a OpenFile> {
    unsafe { (*file.cast::<Handle>()).on.as_ref() }
}

unsafe fn path<'a>(name: *const c_char) -> Option<&'a Path> {
    if name.is_null() {
        return None;
    }
    Some(Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(name) }.to_bytes())))
}

unsafe extern "C" fn open(
    vfs: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    unsafe {
        (*file).pMethods = std::ptr::null();
        let on = path(name).and_then(|path| Some(OpenFile { disk: Disk::of(path)?, path: path.to_owned() }));
        if on.as_ref().is_some_and(|on| on.disk.fate(Change::Open) != Fate::Done) {
            return ffi::SQLITE_CANTOPEN;
        }
        let usual = usual(vfs);
        let own = (*usual).xOpen.expect("it opens files");
        let code = own(usual, name, real(file), flags, out);
        if code == ffi::SQLITE_OK {
            if let Some(on) = &on {
                on.disk.opened(&on.path);
            }
            let handle = file.cast::<Handle>();
            (*handle).on = on.map_or(std::ptr::null_mut(), |on| Box::into_raw(Box::new(on)));
            (*file).pMethods = &METHODS;
        }
        code
    }
}

unsafe extern "C" fn delete(vfs: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    unsafe {
        let disk = path(name).and_then(|path| Some((Disk::of(path)?, path)));
        if disk.as_ref().is_some_and(|(disk, _)| disk.fate(Change::Delete) != Fate::Done) {
            return ffi::SQLITE_IOERR_DELETE;
        }
        let usual = usual(vfs);
        let own = (*usual).xDelete.expect("it deletes files");
        let code = own(usual, name, sync);
        if let (ffi::SQLITE_OK, Some((disk, path))) = (code, disk) {
            disk.deleted(path);
        }
        code
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    unsafe {
        let handle = file.cast::<Handle>();
        if !(*handle).on.is_null() {
            drop(Box::from_raw((*handle).on));
            (*handle).on = std::ptr::null_mut();
        }
        methods(file).xClose.expect("it closes files")(real(file))
    }
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    to: *mut c_void,
    amount: c_int,
    at: sqlite3_int64,
) -> c_int {
    unsafe {
        if on(file).is_some_and(|on| on.disk.is_dead()) {
            return ffi::SQLITE_IOERR_READ;
        }
        methods(file).xRead.expect("it reads files")(real(file), to, amount, at)
    }
}

/// Share of an amount that happens.
fn share(amount: c_int, part: u16) -> c_int {
    (i64::from(amount) * i64::from(part) / 256) as c_int
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    amount: c_int,
    at: sqlite3_int64,
) -> c_int {
    unsafe {
        let own = methods(file).xWrite.expect("it writes files");
        let Some(OpenFile { disk, path }) = on(file) else { return own(real(file), from, amount, at) };
        let mut size = 0;
        methods(file).xFileSize.expect("it knows their sizes")(real(file), &mut size);
        let grows = if at + i64::from(amount) > size { Growth::Yes } else { Growth::No };
        let (told, amount) = match disk.fate(Change::Write(grows)) {
            Fate::Done => (ffi::SQLITE_OK, amount),
            Fate::Fails(part) => (ffi::SQLITE_IOERR_WRITE, share(amount, part)),
            Fate::Full(part) => (ffi::SQLITE_FULL, share(amount, part)),
        };
        if amount > 0 {
            let code = own(real(file), from, amount, at);
            if code != ffi::SQLITE_OK {
                return code;
            }
            disk.written(path, at as usize, std::slice::from_raw_parts(from.cast(), amount as usize));
        }
        told
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    unsafe {
        let own = methods(file).xTruncate.expect("it truncates files");
        let Some(OpenFile { disk, path }) = on(file) else { return own(real(file), size) };
        match disk.fate(Change::Truncate) {
            Fate::Done | Fate::Fails(256) => {}
            Fate::Fails(_) | Fate::Full(_) => return ffi::SQLITE_IOERR_TRUNCATE,
        }
        let code = own(real(file), size);
        if code == ffi::SQLITE_OK {
            disk.truncated(path, size as usize);
        }
        code
    }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    unsafe {
        let Some(OpenFile { disk, path }) = on(file) else {
            return methods(file).xSync.expect("it syncs files")(real(file), flags);
        };
        // The real file need not be synced: what is on the platter is what the disk says.
        match disk.sync(path) {
            Fate::Done => ffi::SQLITE_OK,
            Fate::Fails(_) | Fate::Full(_) => ffi::SQLITE_IOERR_FSYNC,
        }
    }
}

unsafe extern "C" fn map_index(
    file: *mut sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    unsafe {
        let is_hit = |on: &OpenFile| extend != 0 && on.disk.fate(Change::Index) != Fate::Done;
        if on(file).is_some_and(is_hit) {
            return ffi::SQLITE_IOERR_SHMSIZE;
        }
        methods(file).xShmMap.expect("it maps the index")(real(file), page, size, extend, out)
    }
}

/// Functions that pass everything on.
macro_rules! pass_on {
    ($($name:ident = $method:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {$(
        unsafe extern "C" fn $name(file: *mut sqlite3_file $(, $argument: $kind)*) $(-> $result)? {
            unsafe { methods(file).$method.expect("the usual file system has it")(real(file) $(, $argument)*) }
        }
    )*};
}

pass_on! {
    size = xFileSize(out: *mut sqlite3_int64) -> c_int;
    lock = xLock(level: c_int) -> c_int;
    unlock = xUnlock(level: c_int) -> c_int;
    is_reserved = xCheckReservedLock(out: *mut c_int) -> c_int;
    control = xFileControl(what: c_int, with: *mut c_void) -> c_int;
    sector = xSectorSize() -> c_int;
    traits = xDeviceCharacteristics() -> c_int;
    lock_index = xShmLock(offset: c_int, count: c_int, flags: c_int) -> c_int;
    bar_index = xShmBarrier();
    unmap_index = xShmUnmap(and_delete: c_int) -> c_int;
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    // The second version: without reading through mapped memory.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(is_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector),
    xDeviceCharacteristics: Some(traits),
    xShmMap: Some(map_index),
    xShmLock: Some(lock_index),
    xShmBarrier: Some(bar_index),
    xShmUnmap: Some(unmap_index),
    xFetch: None,
    xUnfetch: None,
};
