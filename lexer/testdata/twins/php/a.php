<?php
declare(strict_types=1);
namespace App;
use SplQueue;

// Longest common subsequence.
class Solver
{
    private array $memo = [];

    public function __construct(private string $a, private string $b)
    {
    }

    public function length(int $i, int $j): int
    {
        if ($i < 0 || $j < 0) {
            return 0;
        }
        $key = "$i and $j";
        if (!isset($this->memo[$key])) {
            if ($this->a[$i] === $this->b[$j]) {
                $this->memo[$key] = $this->length($i - 1, $j - 1) + 1;
            } else {
                $this->memo[$key] = max($this->length($i - 1, $j), $this->length($i, $j - 1));
            }
        }
        return $this->memo[$key];
    }
}

fscanf(STDIN, '%s %s', $a, $b);
$solver = new Solver($a, $b);
$counts = array_map(fn($x) => $x ** 2, range(1, 10));
foreach ($counts as $k => $v) {
    $total = ($total ?? 0) + $v;
}
echo $solver->length(strlen($a) - 1, strlen($b) - 1) . "\n";
?>
