//! The program that the browser starts. Everything is in the library, where tests reach it.

fn main() {
    highwater_web::start();
}
