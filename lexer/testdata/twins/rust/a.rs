use std::collections::HashMap;
use std::io::{self, Read};

/// A rectangle of the grid.
#[derive(Debug, Clone)]
struct Grid<'a> {
    rows: Vec<&'a str>,
    cost: HashMap<u32, Vec<u32>>,
}

impl<'a> Grid<'a> {
    fn new(rows: Vec<&'a str>) -> Self {
        Grid { rows, cost: HashMap::new() }
    }

    fn count(&mut self, mark: char) -> usize {
        let mut total = 0;
        for (i, row) in self.rows.iter().enumerate() {
            let n = row.chars().filter(|&c| c == mark || c == '#').count();
            self.cost.entry(i as u32).or_insert(Vec::new()).push(n as u32);
            total += n;
        }
        total
    }
}

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut lines = text.lines();
    let n: usize = lines.next().unwrap().trim().parse().unwrap();
    let rows = lines.take(n).collect::<Vec<_>>();
    let mut grid = Grid::new(rows);
    match grid.count('*') {
        0..=9 => println!("few"),
        x => println!("many: {}", x >> 1),
    }
}
