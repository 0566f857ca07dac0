using Printf
import Base: length

"""
    Stack

A stack of numbers.
"""
struct Stack
    items::Vector{Int}
    limit::Int
end

# Largest rectangle in a histogram.
function largest(heights::Vector{Int})::Int
    stack = Int[]
    best = 0
    push!(heights, 0)
    for (i, h) in enumerate(heights)
        while !isempty(stack) && heights[stack[end]] >= h
            top = heights[pop!(stack)]
            width = isempty(stack) ? i - 1 : i - stack[end] - 1
            best = max(best, top * width)
        end
        push!(stack, i)
    end
    return best
end

function main()
    n = parse(Int, readline())
    heights = parse.(Int, split(readline()))
    total = sum(x^2 for x in heights if x % 2 == 0)
    counts = Dict{Int, Vector{Int}}()
    squares = map(x -> x .+ 1, heights[1:n])
    @inbounds heights[1] ÷= 2
    println("answer: ", largest(heights), 'c', total ≤ 10)
end

main()
