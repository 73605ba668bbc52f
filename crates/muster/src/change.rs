//! Changes: what one part of a file says otherwise than another, field by field.

use crate::Name;

/// Things known by an id, of which a part of a file says only what differs.
pub trait Changeable: Clone {
    /// Its id.
    fn id(&self) -> &Name;

    /// Writes what it says over another one.
    fn onto(&self, other: &mut Self);
}

/// Makes changes in a list: what has the id of one in it is written over that one, everything else is added.
pub fn change<T: Changeable>(list: &mut Vec<T>, changes: &[T]) {
    for change in changes {
        match list.iter_mut().find(|thing| thing.id().get_ref() == change.id().get_ref()) {
            Some(thing) => change.onto(thing),
            None => list.push(change.clone()),
        }
    }
}

/// Defines raw shapes that are [`Changeable`]: every field but the id may be absent.
#[macro_export]
macro_rules! changeable {
    ($($(#[$doc:meta])* $name:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(serde::Deserialize, Clone)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Id.
            pub id: $crate::Name,
            $($(#[$meta])* pub $field: Option<$type>,)*
        }

        impl $crate::Changeable for $name {
            fn id(&self) -> &$crate::Name {
                &self.id
            }

            fn onto(&self, other: &mut $name) {
                $(if self.$field.is_some() {
                    other.$field.clone_from(&self.$field);
                })*
            }
        }
    )*};
}
