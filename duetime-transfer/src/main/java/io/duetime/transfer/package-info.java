/**
 * All ways in and out: what a source and a target of jobs are, and the loop between them. Exports
 * are in a package below, other systems and files of jobs in another.
 */
@NullMarked
package io.duetime.transfer;

import org.jspecify.annotations.NullMarked;
