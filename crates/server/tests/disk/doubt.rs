//! One answer, at each change of a file that it brings about: something goes wrong there, once, and then the process is killed or the power cut.
//! What was said of the answer is true afterwards: also that it was not stored, though its last write may lie in the log still.

use baddisk::{Disk, End, Plan, Trouble};

use super::player::Player;
use super::{DiskServer, WriteFate};

#[tokio::test(flavor = "multi_thread")]
async fn wherever_an_answer_fails_what_was_said_of_it_is_true_after_a_kill() {
    let mut told = [0; 3];
    for trouble in [Trouble::Syncs, Trouble::Errors] {
        // The server goes on, and finds out what is stored; or it has no time left for that.
        for end in [End::Well, End::Death] {
            for is_cut in [false, true] {
                at_each_change((trouble, end), is_cut, &mut told).await;
            }
        }
    }
    assert!(told.iter().all(|times| *times > 0), "each is said some time: {told:?}");
}

async fn at_each_change((trouble, end): (Trouble, End), is_cut: bool, told: &mut [u64; 3]) {
    let name = format!("berthier-doubt-{}-{trouble:?}-{end:?}-{is_cut}", std::process::id());
    let base = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&base);
    let mut disk = Disk::new(&base.join("first"), 1806);
    let mut running = DiskServer::start(&disk, None).await.expect("the disk works");
    let mut client = running.client("").await;
    let mut player = Player::new(&mut client, 1806).await.1.expect("the disk works");
    disk.count();
    assert_eq!(player.answer(&mut client).await, Some(WriteFate::Stored));
    let changes = disk.count().changes;
    assert!(changes > 3, "an answer is written and synced: {changes}");
    for after in 0..=changes {
        disk.plan(Plan { after, lasts: 1, percent: 100, trouble, end });
        if let Some(said) = player.answer(&mut client).await {
            told[said as usize] += 1;
        }
        let to = base.join(after.to_string());
        let next = if is_cut { disk.cut(&to, after) } else { disk.kill(&to, after) };
        let _ = running.stop.send(true);
        running = DiskServer::start(&next, None).await.expect("the disk works");
        client = running.client(&client.cookie).await;
        player.check(&mut client, &*running.store).await;
        disk = next;
    }
    let _ = running.stop.send(true);
    std::fs::remove_dir_all(&base).expect("the folder is ours");
}
