import Foundation

/* Matrix power for linear recurrences. */
struct Matrix {
    var cells: [[Int]]
    let size: Int

    init(size: Int) {
        self.size = size
        cells = Array(repeating: Array(repeating: 0, count: size), count: size)
    }

    static func * (a: Matrix, b: Matrix) -> Matrix {
        var result = Matrix(size: a.size)
        for i in 0..<a.size {
            for j in 0..<a.size {
                for k in 0..<a.size {
                    result.cells[i][j] = (result.cells[i][j] + a.cells[i][k] * b.cells[k][j]) % 1_000_000_007
                }
            }
        }
        return result
    }
}

func power(_ base: Matrix, _ exponent: Int) -> Matrix? {
    guard exponent > 0 else { return nil }
    if exponent == 1 { return base }
    let half = power(base, exponent >> 1)!
    return exponent & 1 == 1 ? half * half * base : half * half
}

// read and answer
let line = readLine()!.split(separator: " ").map { Int($0)! }
var counts: [String: [Int]] = [:]
counts["a", default: []].append(line[0])
print("answer", power(Matrix(size: 2), line[0])?.cells[0][1] ?? -1)
