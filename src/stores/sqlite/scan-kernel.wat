;; The hot loop of vector search: how close is each stored vector to the query, at most?
;;
;; Stored vectors are signed bytes, the query is signed 16-bit numbers, both padded with zeros to a multiple of 16.
;; For each row it writes   scale * (sum of code * query * step + slack)   as a 64-bit float, or minus infinity where the
;; mask is 0. Sums are exact: the caller keeps each of the four 32-bit lanes from running over (quantize.ts).
;; `node scripts/build-scan-kernel.mjs` turns this file into scan-kernel.generated.ts.
(module
  (import "kerf" "memory" (memory 1))

  (func (export "scan")
    (param $query i32)    ;; address of the query
    (param $step f64)     ;; what one step of the query is worth
    (param $slack f64)    ;; what rounding may hide, in steps of a row
    (param $codes i32)    ;; address of the codes, $stride bytes a row
    (param $stride i32)
    (param $scales i32)   ;; address of one 64-bit float a row
    (param $mask i32)     ;; address of one byte a row, 0: leave it out
    (param $bounds i32)   ;; address of the result, one 64-bit float a row
    (param $rows i32)

    (local $end i32)      ;; where the codes of the row end
    (local $at i32)       ;; place in the query
    (local $even v128)
    (local $odd v128)
    (local $sums v128)

    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $rows)))
        (local.set $end (i32.add (local.get $codes) (local.get $stride)))

        (if (i32.load8_u (local.get $mask))
          (then
            (local.set $at (local.get $query))
            (local.set $even (v128.const i32x4 0 0 0 0))
            (local.set $odd (v128.const i32x4 0 0 0 0))
            (loop $sixteen
              (local.set $even (i32x4.add (local.get $even)
                (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $codes)) (v128.load (local.get $at)))))
              (local.set $odd (i32x4.add (local.get $odd)
                (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $codes)) (v128.load offset=16 (local.get $at)))))
              (local.set $at (i32.add (local.get $at) (i32.const 32)))
              (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
              (br_if $sixteen (i32.ne (local.get $codes) (local.get $end))))

            ;; The lanes are added as floats of 64 bits, which hold every such sum exactly.
            (local.set $sums (f64x2.add
              (f64x2.add (f64x2.convert_low_i32x4_s (local.get $even)) (f64x2.convert_low_i32x4_s (local.get $odd)))
              (f64x2.add
                (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $even) (local.get $even)))
                (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $odd) (local.get $odd))))))
            (f64.store (local.get $bounds)
              (f64.mul (f64.load (local.get $scales))
                (f64.add (local.get $slack)
                  (f64.mul (local.get $step)
                    (f64.add (f64x2.extract_lane 0 (local.get $sums)) (f64x2.extract_lane 1 (local.get $sums))))))))
          (else (f64.store (local.get $bounds) (f64.const -inf))))

        (local.set $codes (local.get $end))
        (local.set $scales (i32.add (local.get $scales) (i32.const 8)))
        (local.set $bounds (i32.add (local.get $bounds) (i32.const 8)))
        (local.set $mask (i32.add (local.get $mask) (i32.const 1)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $row)))))
