#!/usr/bin/env ruby
require 'set'

# Breadth first search on a grid.
class Grid
  attr_reader :rows

  def initialize(rows)
    @rows = rows
    @seen = Set.new
  end

  def neighbours(x, y)
    [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].select do |a, b|
      a >= 0 && b >= 0 && a < rows.size && rows[a][b] != '#'
    end
  end

  def distance(from, to)
    queue = [[from, 0]]
    until queue.empty?
      cell, d = queue.shift
      return d if cell == to
      next if @seen.include?(cell)
      @seen << cell
      neighbours(*cell).each { |c| queue << [c, d + 1] }
    end
    nil
  end
end

n, m = gets.split.map(&:to_i)
rows = Array.new(n) { gets.chomp }
answer = Grid.new(rows).distance([0, 0], [n - 1, m - 1])
puts answer.nil? ? "none" : "in #{answer}." unless m / 2 > 10 / n
