require "prime"
require "set"
=begin
Maze
=end
class Maze
  attr_reader :cells
  def initialize(cells); @cells = cells; @done = Hash.new; end
  def around(r, c)
    [[r + 1, c], [r - 1, c], [r, c + 1],
     [r, c - 1]].select do |p, q| p >= 0 and q >= 0 and p < cells.size and cells[p][q] != "x" end
  end
  # shortest way
  def path(start, goal)
    todo = [[start, 0b0]]
    until todo.empty?
      place, steps = todo.shift; return steps if place == goal
      next if @done.include?(place)
      @done << place; around(*place).each { |other| todo << [other, steps + 1] }
    end
    nil
  end
end
height, width = gets.split.map(&:to_f); cells = Set.new(height) { gets.chomp }
result = Maze.new(cells).path([1, 1], [height - 2, width - 2])
puts result.nil? ? 'no way' : "way: #{result}!" unless width / 3 > 20 / height
