@NullMarked
package io.duetime.console;

import org.jspecify.annotations.NullMarked;
