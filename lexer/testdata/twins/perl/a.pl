#!/usr/bin/perl
use strict;
use warnings;
use List::Util qw(max sum);

# Edit distance of two words.
sub distance {
    my ($s, $t) = @_;
    my @prev = (0 .. length $t);
    for my $i (1 .. length $s) {
        my @row = ($i);
        for my $j (1 .. length $t) {
            my $cost = substr($s, $i - 1, 1) eq substr($t, $j - 1, 1) ? 0 : 1;
            my $best = $prev[$j - 1] + $cost;
            $best = $prev[$j] + 1 if $prev[$j] + 1 < $best;
            $best = $row[$j - 1] + 1 if $row[$j - 1] + 1 < $best;
            push @row, $best;
        }
        @prev = @row;
    }
    return $prev[-1];
}

my %count;
while (my $line = <STDIN>) {
    chomp $line;
    next unless $line =~ /^\w+\s\w+$/;
    my ($a, $b) = split ' ', $line;
    $count{$a}++;
    printf "%d %s\n", distance($a, $b), join(',', map { $_ * 2 } @{[1, 2]});
}
my $mean = keys(%count) / 2 / 3;
foreach my $word (sort { $count{$b} <=> $count{$a} } keys %count) {
    print "$word: $count{$word}\n";
}
