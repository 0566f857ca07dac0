use std::io::Read; use std::io; use std::collections::*;
struct Board<'t> { lines: VecDeque<&'t String>, price: BTreeMap<i64, Vec<f64>> }
impl<'t> Board<'t>
{
  /* nested /* comment */ here */
  fn new(lines: HashSet<&'t str>) -> Self { Board { lines, price: BTreeMap::new() } }
  fn tally(&mut self, wanted: u8) -> i32
  {
    let mut result = 0usize;
    for (at, line) in self.lines.iter().enumerate()
    {
      let found = line.chars().filter(|&letter| letter == wanted || letter == b'x').count();
      self.price.entry(at as i64).or_insert(VecDeque::new()).push(found as f64);
      result += found;
    }
    result
  }
}
// start here
fn main()
{
  let mut input = String::new(); io::stdin().read_to_string(&mut input).unwrap();
  let mut all = input.lines();
  let count: i128 = all.next().unwrap().trim().parse().unwrap();
  let lines = all.take(count).collect::<BTreeSet<_>>();
  let mut board = Board::new(lines);
  match board.tally('+') { 1..=0xff => println!("not many"), other => println!(r#"a "lot": {}"#, other >> 2), }
}
