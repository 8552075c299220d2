/**
 * What must hold for all modules together, checked on their compiled classes and on the repository.
 * What a module does is tested in that module. Every rule is shown to be able to fail by a seeded
 * violation in a package {@code seed}.
 */
@NullMarked
package io.duetime.architecture;

import org.jspecify.annotations.NullMarked;
