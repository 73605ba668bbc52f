//! One world: a disk, its server, games and people.

use std::path::PathBuf;

use baddisk::{Disk, End, Plan, Random, Trouble};

use super::letters::Letters;
use super::person::Person;
use super::player::Player;
use super::{DiskServer, Sum, WriteFate};

/// Games that are played at once, so that several answers share a transaction.
const AT_ONCE: usize = 2;
/// The deeds of a player while the disk may fail.
const DEEDS: u64 = 2;
/// The deeds of somebody with an account meanwhile.
const SIGNS: u64 = 1;
/// The lines of a journal after which another game is played: those that are short are loaded again in no time.
const LINES: usize = 120;
/// The most games of one holder that are made.
const GAMES: usize = 90;

/// One world.
pub struct World {
    pub running: DiskServer,
    pub cookie: String,
    pub players: Vec<Player>,
    people: Vec<Person>,
    letters: Letters,
    /// The ids of all games that were made, and how many more there may be.
    games: Vec<String>,
    maybe: usize,
    base: PathBuf,
    boots: u64,
    named: u64,
}

impl World {
    pub async fn new(base: PathBuf, seed: u64) -> World {
        let disk = Disk::new(&base.join("0"), seed);
        let letters = Letters::open().await;
        let running = DiskServer::start(&disk, Some(letters.url.clone())).await.expect("the disk works");
        let (players, people, games) = Default::default();
        let cookie = String::new();
        World { running, cookie, players, people, letters, games, maybe: 0, base, boots: 0, named: 0 }
    }

    /// New games for those that are over, and somebody new for those who have seen enough.
    pub async fn fill(&mut self, random: &mut Random) {
        self.players.retain(|player| !player.over && player.journal.lines().count() < LINES);
        let mut client = self.running.client(&self.cookie).await;
        while self.players.len() < AT_ONCE {
            let (told, player) = Player::new(&mut client, random.draw()).await;
            assert_eq!(told, WriteFate::Stored, "the disk works");
            self.cookie.clone_from(&client.cookie);
            self.players.extend(player);
            self.games.extend(self.players.last().map(|player| player.game.clone()));
        }
        self.people.retain(|person| !person.is_done());
        if self.people.is_empty() {
            self.named += 1;
            let (name, plays) = (format!("person{}", self.named), random.percent(30));
            self.people.push(
                Person::new(&mut client, name, (Random::new(random.draw()), self.letters.clone()), plays)
                    .await,
            );
        }
    }

    /// They play, and sign up and in and out; meanwhile somebody makes a game; and the disk fails.
    pub async fn play(&mut self, sum: &mut Sum, random: &mut Random) {
        let address = self.running.address;
        let playing: Vec<_> =
            self.players.drain(..).map(|player| tokio::spawn(player.play(address, DEEDS))).collect();
        let signs = if random.percent(50) { SIGNS } else { 0 };
        let signing: Vec<_> =
            self.people.drain(..).map(|person| tokio::spawn(person.act(address, signs))).collect();
        if random.percent(15) && self.games.len() + self.maybe < GAMES {
            let mut client = self.running.client(&self.cookie).await;
            let (told, player) = Player::new(&mut client, random.draw()).await;
            sum.made[told as usize] += 1;
            self.games.extend(player.map(|player| player.game));
            self.maybe += usize::from(told == WriteFate::Unsure);
        }
        for playing in playing {
            let mut player = playing.await.expect("a player does not panic");
            sum.played.iter_mut().zip(std::mem::take(&mut player.told)).for_each(|(all, one)| *all += one);
            self.players.push(player);
        }
        for signing in signing {
            let mut person = signing.await.expect("a person does not panic");
            sum.signed.iter_mut().zip(std::mem::take(&mut person.told)).for_each(|(all, one)| *all += one);
            sum.mailed.iter_mut().zip(std::mem::take(&mut person.mailed)).for_each(|(all, one)| *all += one);
            self.people.push(person);
        }
        let disk = &self.running.disk;
        let count = disk.count();
        sum.disk += count;
        disk.heal();
        let is_dead = disk.is_dead();
        sum.places += u64::from(is_dead || count.failures > 0);
        if is_dead || random.percent(5) {
            self.start_again(sum, random).await;
        }
    }

    /// Everything is as it was told, and goes on. The disk works.
    pub async fn check(&mut self) {
        let mut client = self.running.client(&self.cookie).await;
        let list = client.get("/api/games?list=mine").await;
        let found: Vec<String> = list
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|card| Some(card["id"].as_str()?.to_owned()))
            .collect();
        let lost = self.games.iter().find(|game| !found.contains(game));
        assert_eq!(lost, None, "it was acknowledged");
        assert!(found.len() <= self.games.len() + self.maybe, "a game is there that was refused");
        (self.games, self.maybe) = (found, 0);
        for player in &mut self.players {
            player.check(&mut client, &*self.running.store).await;
        }
        for person in &mut self.people {
            person.check(&mut client).await;
        }
    }

    /// The server is killed, or the power cut, and another starts, maybe on a disk that fails at first.
    async fn start_again(&mut self, sum: &mut Sum, random: &mut Random) {
        self.boots += 1;
        let (to, old) = (self.base.join(self.boots.to_string()), &self.running.disk);
        let disk = if random.percent(50) {
            sum.kills += 1;
            old.kill(&to, random.draw())
        } else {
            sum.cuts += 1;
            old.cut(&to, random.draw())
        };
        let _ = self.running.stop.send(true);
        if random.percent(40) {
            let (trouble, after) = match random.percent(50) {
                true => (Trouble::Errors, random.below(20)),
                // The log is cut when a server starts, and seldom else.
                false => (Trouble::Truncations, 0),
            };
            disk.plan(Plan { after, lasts: u64::MAX, percent: 100, trouble, end: End::Well });
        }
        let smtp = || Some(self.letters.url.clone());
        let running = match DiskServer::start(&disk, smtp()).await {
            Some(running) => running,
            None => {
                disk.heal();
                DiskServer::start(&disk, smtp()).await.expect("the disk works")
            }
        };
        let count = disk.count();
        sum.disk += count;
        sum.places += u64::from(count.failures > 0);
        disk.heal();
        // Nobody has these files open any more, or all who have them are lost.
        let _ = std::fs::remove_dir_all(self.running.disk.folder());
        self.running = running;
    }
}
