#include <iostream>

int main() {
    long long n, total = 0;
    std::cin >> n;
    while (n > 0) {
        total += n % 10;
        n /= 10;
    }
    std::cout << total << "\n";
}
